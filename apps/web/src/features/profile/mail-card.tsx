import { MAIL_CHOICES, type MailChoice, NEWS_TOPIC_NAMES, NEWS_TOPICS } from '@palier/domain';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { readMailChoices, useChooseMails } from '../../lib/calls/news.ts';
import { Card } from '../../ui/card.tsx';
import { FieldLabel } from '../../ui/field.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import styles from './profile-page.module.css';

const LABELS: Readonly<Record<MailChoice, string>> = {
  none: 'Jamais',
  now: 'Aussitôt',
  digest: 'Résumé du jour',
};
const options = MAIL_CHOICES.map((value) => ({ value, label: LABELS[value] }));

/** What reaches the person by e-mail, topic by topic; the bell has everything whatever she chooses. */
export function MailCard() {
  const { data } = useQuery(readMailChoices());
  const choose = useChooseMails();
  const place = usePlaceInSight('#nouvelles', data !== undefined);
  if (!data) return null;
  const choices = { ...data.choices, ...(choose.isPending && choose.variables) };
  return (
    <div ref={place} id="nouvelles">
      <Card title="Nouvelles par e-mail" note="la cloche les a toutes">
        {!data.is_mail_sent && (
          <p className={`${styles.padded} muted`}>
            Ce serveur n’envoie pas encore d’e-mails ; vos choix vaudront dès qu’il en enverra.
          </p>
        )}
        <div className={styles.preferences}>
          {NEWS_TOPIC_NAMES.map((topic) => (
            <TopicChoice
              key={topic}
              label={NEWS_TOPICS[topic]}
              value={choices[topic]}
              onChange={(choice) => choose.mutate({ [topic]: choice })}
            />
          ))}
        </div>
      </Card>
    </div>
  );
}

function TopicChoice({
  label,
  value,
  onChange,
}: {
  label: string;
  value: MailChoice;
  onChange: (choice: MailChoice) => void;
}) {
  return (
    <>
      <FieldLabel>{label}</FieldLabel>
      <Segmented small label={label} value={value} onChange={onChange} options={options} />
    </>
  );
}

/** The part of the page that its address names is scrolled to once it is there. */
function usePlaceInSight(hash: string, isThere: boolean) {
  const place = useRef<HTMLDivElement>(null);
  const isNamed = useLocation().hash === hash;
  useEffect(() => {
    if (isNamed && isThere) place.current?.scrollIntoView();
  }, [isNamed, isThere]);
  return place;
}
