import { LAW_NOTICE, soldesPeriodText } from '@palier/domain';
import { useQuery } from '@tanstack/react-query';
import { getLaw } from '../../../lib/calls/get-law.ts';
import { french } from '../../../lib/french.ts';
import { Button } from '../../../ui/button.tsx';
import { listSalesLocations } from '../api/lookups.ts';
import type { ProjectDraft } from '../model/draft.ts';
import { soldesAdvice, soldesDatesText, withSoldesDates } from '../model/soldes.ts';
import styles from './soldes-dates.module.css';

interface SoldesDatesProps {
  draft: ProjectDraft;
  /** The project being changed, whose phases may be validated already; null: a new one. */
  project: string | null;
  onChange: (draft: ProjectDraft) => void;
}

/** Legal dates of soldes, proposed for a project that is called so, and its phases outside them. */
export function SoldesDates({ draft, project, onChange }: SoldesDatesProps) {
  const places = useQuery(listSalesLocations());
  const law = useQuery(getLaw());
  const known = (places.data ?? []).map(({ code, country, postal_code = null }) => ({
    code,
    country,
    postal_code,
  }));
  const advice = places.isSuccess ? soldesAdvice(draft, known) : null;
  if (!advice) return null;
  const { periods, outside } = advice;
  const said = soldesDatesText(outside, law.data?.soldes_dates ?? null);
  return (
    <div className={styles.advice} role="status">
      <p className={outside.length > 0 ? styles.outside : undefined}>{french(said)}</p>
      {periods.map((period) => (
        <p className={styles.period} key={period.place}>
          <span>{french(soldesPeriodText(period))}</span>
          {project === null && outside.length > 0 && (
            <Button small onClick={() => onChange(withSoldesDates(draft, period))}>
              Prendre ces dates
            </Button>
          )}
        </p>
      ))}
      <p className="tiny muted">{french(`Code de commerce, art. L. 310-3. ${LAW_NOTICE}`)}</p>
    </div>
  );
}
