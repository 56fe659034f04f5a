// npm run crash -- --rounds N [--seed S]: a server killed with −9 or stopped in the middle of its work, N times. Exits with 1 when
// something acknowledged was lost.
import { parseArgs } from 'node:util';
import { type CrashResult, crash } from './crash.ts';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '20' }, seed: { type: 'string', default: '1' } },
});
const { rounds, acknowledged, faults } = await crash(Number(values.rounds), Number(values.seed), sayNow);
for (const fault of faults.slice(0, 50)) console.log(fault);
console.log(`${rounds} ends, ${acknowledged} acknowledged acts: ${faults.length} lost or wrong`);
process.exit(faults.length > 0 ? 1 : 0);

/** A thousand rounds take hours: one that is stopped has said what it saw. */
function sayNow({ rounds, acknowledged, faults }: CrashResult): void {
  if (rounds % 20 > 0) return;
  console.error(`${rounds} ends, ${acknowledged} acknowledged acts, ${faults.length} lost or wrong so far`);
  for (const fault of faults.slice(-5)) console.error(fault);
}
