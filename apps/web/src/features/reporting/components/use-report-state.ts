import type { Collection } from '@palier/domain';
import { useCallback, useMemo } from 'react';
import { useNavigate, useParams } from 'react-router';
import { paths } from '../../../lib/paths.ts';
import type { ReportState } from '../model/report-state.ts';
import { decodeReport, encodeReport } from '../model/url-view-params.ts';

/** Changes that leave no step for the back button: what is opened and closed while reading. */
const QUIET: readonly (keyof ReportState)[] = ['turned', 'closed', 'sort'];

/** The report as its address has it; a change is written there at once. */
export function useReportState(collection: Collection) {
  const { urlViewParams } = useParams();
  const navigate = useNavigate();
  const { type, id } = collection;
  const state = useMemo(() => decodeReport(urlViewParams), [urlViewParams]);
  const change = useCallback(
    (part: Partial<ReportState>) => {
      const isQuiet = Object.keys(part).every((key) => QUIET.some((one) => one === key));
      const segment = encodeReport({ ...state, ...part });
      void navigate(paths.reporting({ type, id }, segment), { replace: isQuiet });
    },
    [state, navigate, type, id],
  );
  return { state, change };
}
