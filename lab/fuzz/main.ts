// npm run fuzz -- --calls N [--seed S] [--at-once N] [--postgres]: random and hostile calls of every route. Exits with 1
// when one was answered as none may be; what it sent is printed.
import { parseArgs } from 'node:util';
import { fuzz } from './fuzz.ts';

const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
    'at-once': { type: 'string', default: '8' },
    postgres: { type: 'boolean', default: false },
  },
});
const { calls, statuses, faults } = await fuzz(Number(values.calls), Number(values.seed), {
  at_once: Number(values['at-once']),
  postgres: values.postgres,
  onApplication(soFar) {
    console.error(`${soFar.calls} calls, ${soFar.faults.length} faults so far`);
    for (const fault of soFar.faults.slice(-5)) console.error(JSON.stringify(fault));
  },
});
for (const fault of faults.slice(0, 50)) console.log(JSON.stringify(fault));
console.log(`${calls} calls: ${JSON.stringify(statuses)}; ${faults.length} faults`);
process.exit(faults.length > 0 ? 1 : 0);
