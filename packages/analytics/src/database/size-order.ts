/**
 * SQL of what sizes are ordered by, as `compareSizes` of the domain orders them.
 *
 * @param size SQL of a size
 */
export function sizeOrderSql(size: string): string {
  const text = `upper(trim(${size}))`;
  const part = (index: number): string =>
    `regexp_extract(${text}, '^(?:(\\d+)X|(X*))([SML])([/-].*)?$', ${index})`;
  const isLetters = `regexp_full_match(${text}, '(?:\\d+X|X*)[SML]([/-].*)?')`;
  const times = `CASE WHEN ${part(1)} <> '' THEN ${part(1)}::DOUBLE ELSE len(${part(2)}) END`;
  const letters = `CASE ${part(3)} WHEN 'S' THEN -1 - (${times}) WHEN 'L' THEN 1 + (${times}) ELSE 0 END + CASE WHEN ${part(4)} = '' THEN 0 ELSE 0.5 END`;
  const number = `try_cast(replace(regexp_extract(${text}, '^\\d+(?:[.,]\\d+)?'), ',', '.') AS DOUBLE)`;
  const years = `CASE WHEN regexp_matches(${text}, '^\\d+(?:[.,]\\d+)?\\s*(ANS?|A|YEARS?|YRS?|Y)') THEN 12 ELSE 1 END`;
  const group = `CASE WHEN ${isLetters} THEN 0 WHEN ${number} IS NOT NULL THEN 1 ELSE 2 END`;
  return `${group}, CASE WHEN ${isLetters} THEN ${letters} ELSE coalesce(${number} * ${years}, 0) END, ${size}`;
}
