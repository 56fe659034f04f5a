import type { Project } from '@palier/contract';
import type { ReactNode } from 'react';
import type { CellContext } from '../cells/context.ts';
import { EffectBand } from '../edit/effect-band.tsx';
import { ReviewBand } from '../review/review-band.tsx';
import { useEditedView, ViewBand } from '../views/view-band.tsx';
import { listedRoom } from './listed-room.ts';
import type { ListingData } from './use-listing-data.ts';
import type { ListingStateHandle } from './use-listing-state.ts';

interface ListingBandProps extends Pick<ListingData, 'session' | 'total' | 'references' | 'progress'> {
  handle: ListingStateHandle;
  context: CellContext;
  project: Project;
  checkpoint: React.ComponentProps<typeof EffectBand>['checkpoint'];
  onCheckpoint: () => Promise<unknown>;
  onForget: () => Promise<unknown>;
}

/** The band above the rows: the view being edited, how far the review is, or the effect of the edits. */
export function ListingBand(props: ListingBandProps): ReactNode {
  const { handle, session, total, references, progress, context, checkpoint } = props;
  const { validation } = handle.state;
  const edited = useEditedView(handle);
  if (edited) return <ViewBand key={edited._id} view={edited} handle={handle} />;
  if (validation)
    return (
      <ReviewBand
        scope={validation}
        total={progress.total}
        groups={progress.groups}
        context={context}
        onScope={(scope) => handle.change({ validation: scope })}
      />
    );
  return (
    <EffectBand
      session={session}
      total={total}
      references={references}
      project={props.project}
      roomOf={(horizon) => listedRoom(props.project, total, horizon, handle.state)}
      catalog_currency={context.catalog_currency}
      accounting_currency={context.accounting_currency}
      checkpoint={checkpoint}
      onCheckpoint={() => {
        session.checkpoint();
        void props.onCheckpoint();
      }}
      onForget={() => {
        session.checkpoint();
        void props.onForget();
      }}
    />
  );
}
