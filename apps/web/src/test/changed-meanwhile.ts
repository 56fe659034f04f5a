/** The server's answer to a change of what is no longer as its author had seen it. */
export function changedMeanwhile(what: string, now: object): Response {
  const error = `Inès Dumont a modifié ${what} entre-temps : rien n’est enregistré.`;
  const body = { error, code: 'changed_meanwhile', details: { by: 'Inès Dumont', now } };
  return new Response(JSON.stringify(body), { status: 409 });
}

/** What stands of fields that are no longer as they were seen; null when all are. */
export function notAsSeen(
  seen: Readonly<Record<string, unknown>> | undefined,
  standing: Readonly<Record<string, unknown>>,
): Record<string, unknown> | null {
  const others = Object.keys(seen ?? {}).filter(
    (field) => JSON.stringify(seen?.[field]) !== JSON.stringify(standing[field]),
  );
  return others.length > 0 ? Object.fromEntries(others.map((field) => [field, standing[field]])) : null;
}
