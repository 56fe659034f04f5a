import type { PriceFile, PricePage, Project } from '@palier/contract';
import {
  formatNumber,
  formatShortDate,
  phaseDecision,
  phaseInSentence,
  phaseLabel,
  pricedPhase,
} from '@palier/domain';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback } from 'react';
import { useSearchParams } from 'react-router';
import { errorMessage } from '../../../lib/api/errors.ts';
import { countOf, french } from '../../../lib/french.ts';
import { useMakePriceFile, usePriceFileRefusal } from '../../../lib/prices/make-price-file.ts';
import { listPriceFiles } from '../../../lib/prices/price-files.ts';
import { useOutside } from '../../../lib/session/perimeter.ts';
import { useSettled } from '../../../lib/use-settled.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { DataNote } from '../../../ui/data-note.tsx';
import { Skeleton } from '../../../ui/marks.tsx';
import { Page } from '../../../ui/page.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { listPrices } from '../api.ts';
import { dearerNotes, type PriceView, readView, writeView } from '../model/price-view.ts';
import { NoPrices } from './no-prices.tsx';
import { PriceOptions } from './price-options.tsx';
import { PriceStrip } from './price-strip.tsx';
import { PriceTable } from './price-table.tsx';
import styles from './prices.module.css';
import { SentFiles } from './sent-files.tsx';
import { WhyPanel } from './why-panel.tsx';

/** The prices that shops are given for a phase, the files made of them, and why each is announced as it is. */
export function PricesPage({ project }: { project: Project }): ReactNode {
  const [search, setSearch] = useSearchParams();
  const view = readView(search);
  const change = useCallback(
    (changes: Partial<PriceView>): void =>
      setSearch((before) => writeView({ ...readView(before), ...changes }), { replace: true }),
    [setSearch],
  );
  const close = useCallback(() => change({ line: null }), [change]);
  const phase = Math.min(view.phase ?? pricedPhase(project), project.phases.length - 1);
  const outside = useOutside('project', project._id);
  const { show, template_id } = view;
  const q = useSettled(view.q);
  const prices = useInfiniteQuery({
    ...listPrices(project._id, { phase, show, template_id, q }),
    placeholderData: (before) => before,
  });
  const files = useQuery({ ...listPriceFiles(project._id), enabled: outside === null });
  const maker = useMakePriceFile(project._id);
  const refusal = usePriceFileRefusal(project._id);
  const make = (scope: 'all' | 'changes', of = { phase, template_id }): void =>
    maker.mutate({ phase: of.phase, template_id: of.template_id, scope });
  const page = prices.data?.pages[0];
  const products = prices.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <div className={styles.page}>
      <title>{`Prix de ${project.shortName} · Palier`}</title>
      <Page stacked className={styles.main}>
        <PricesHead
          {...{ project, phase, page, refusal }}
          busy={maker.isPending}
          onPhase={(index) => change({ phase: index, line: null })}
          onMake={() => make(view.show === 'since' ? 'changes' : 'all')}
          changes={view.show === 'since'}
        />
        {prices.isError && !page ? (
          <PricesError error={prices.error} onRetry={() => void prices.refetch()} />
        ) : !page ? (
          <Skeleton height={320} />
        ) : (
          <>
            {dearerNotes(page.summary).map((note) => (
              <DataNote
                key={note.show}
                framed
                label="Prix à vérifier avant l’envoi"
                notes={[]}
                problems={[french(note.text)]}
                action={
                  show === note.show
                    ? { label: 'Tout voir', icon: 'close', to: `?${writeView({ ...view, show: 'all' })}` }
                    : { label: 'Voir', icon: 'search', to: `?${writeView({ ...view, show: note.show })}` }
                }
              />
            ))}
            <Card label="Ce que le fichier contient">
              <PriceOptions view={view} page={page} outside={outside} onChange={change} />
              <PriceStrip
                summary={page.summary}
                validated={page.validated}
                show={show}
                onShow={(next) => change({ show: next })}
              />
            </Card>
            <Card label="Prix par produit">
              {products.length === 0 ? (
                <NoPrices project={project} page={page} q={q} />
              ) : (
                <div className={styles.scroll}>
                  <PriceTable
                    page={page}
                    products={products}
                    open={view.line}
                    onOpen={(line) => change({ line: line === view.line ? null : line })}
                  />
                </div>
              )}
              {prices.hasNextPage && (
                <p className={styles.more}>
                  <span className="muted">
                    {`${formatNumber(products.length)} sur ${countOf(page.total, 'produit')}`}
                  </span>
                  <Button
                    small
                    disabled={prices.isFetchingNextPage}
                    onClick={() => void prices.fetchNextPage()}
                  >
                    Afficher la suite
                  </Button>
                </p>
              )}
            </Card>
          </>
        )}
        {outside === null ? (
          <SentFiles
            projectId={project._id}
            files={files.data}
            error={files.error}
            onRetry={() => void files.refetch()}
            refusal={refusal}
            busy={maker.isPending}
            onDifference={(file: PriceFile) =>
              make('changes', { phase: file.project_phase, template_id: file.template_id })
            }
          />
        ) : null}
      </Page>
      {view.line && page && (
        <WhyPanel
          key={view.line}
          projectId={project._id}
          lineId={view.line}
          phase={phase}
          currency={page.currency}
          last_day={page.last_day}
          endings={page.summary.endings.rules}
          lessCount={page.summary.announced.less}
          onLess={() => change({ show: 'less' })}
          onClose={close}
        />
      )}
    </div>
  );
}

function PricesError({ error, onRetry }: { error: unknown; onRetry: () => void }): ReactNode {
  return (
    <ErrorState title="Les prix n’ont pas pu être chargés" onRetry={onRetry}>
      {errorMessage(error)}
    </ErrorState>
  );
}

interface PricesHeadProps {
  project: Project;
  phase: number;
  page: PricePage | undefined;
  /** Whether the file is that of the changes. */
  changes: boolean;
  refusal: string | null;
  busy: boolean;
  onPhase: (phase: number) => void;
  onMake: () => void;
}

function PricesHead({ project, phase, page, changes, refusal, busy, onPhase, onMake }: PricesHeadProps) {
  const label = phaseLabel(project.phases[phase], phase);
  const decision = phaseDecision(project, phase);
  const count = (changes ? page?.summary.since?.price_count : page?.summary.price_count) ?? 0;
  const none = count === 0 ? 'Aucun prix à écrire dans ce fichier' : null;
  return (
    <PageHead className={styles.head}>
      <h1>{french(`Prix de ${phaseInSentence(label)}`)}</h1>
      <Tag tone={decision === 'validated' ? 'good' : 'attention'} large>
        {decision === 'validated' ? 'validée' : 'non validée'}
      </Tag>
      {page?.signed && (
        <span className="muted">{`par ${page.signed.user_name}, ${formatShortDate(page.signed.date)}`}</span>
      )}
      <span className="spacer" />
      <Segmented
        label="Démarque"
        value={String(phase)}
        options={project.phases.map((one, index) => ({
          value: String(index),
          label: phaseLabel(one, index),
          disabled: phaseDecision(project, index) === 'to_come',
          title:
            phaseDecision(project, index) === 'to_come'
              ? 'Ses prix se décident une fois la démarque précédente validée'
              : phaseDecision(project, index) === 'worked'
                ? 'Non validée'
                : 'Validée',
        }))}
        onChange={(value) => onPhase(Number(value))}
      />
      <Button
        tone="primary"
        icon="download"
        disabled={!page || busy || refusal !== null || none !== null}
        title={refusal ?? none ?? 'Le fichier est gardé, et retéléchargeable à l’identique'}
        onClick={onMake}
      >
        {busy ? 'Préparation…' : page ? `Télécharger ${countOf(count, 'prix', 'prix')}` : 'Télécharger'}
      </Button>
    </PageHead>
  );
}
