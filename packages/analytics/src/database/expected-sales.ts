import { DOUBLE, type DuckDBConnection, DuckDBScalarFunction } from '@duckdb/node-api';
import { expectedSales } from '@palier/domain';

/**
 * The domain's `expectedSales(shape, mean, stock)` in statements: no SQL says an incomplete beta function, and a figure
 * has one formula. NULL for what is not known. Each call goes through the process's own thread, half a microsecond a
 * row: statements ask it only of the lines that need it.
 */
export const EXPECTED_SALES = 'expected_sales';

/** Makes it known to all connections of the database. */
export function registerExpectedSales(connection: DuckDBConnection): void {
  connection.registerScalarFunction(
    DuckDBScalarFunction.create({
      name: EXPECTED_SALES,
      returnType: DOUBLE,
      parameterTypes: [DOUBLE, DOUBLE, DOUBLE],
      mainFunction: (_, input, output) => {
        const [shapes, means, stocks] = [0, 1, 2].map((column) => input.getColumnValues(column));
        for (let row = 0; row < input.rowCount; row++) {
          const [shape, mean, stock] = [shapes?.[row], means?.[row], stocks?.[row]];
          const isKnown = typeof shape === 'number' && typeof mean === 'number' && typeof stock === 'number';
          output.setItem(row, isKnown ? expectedSales(shape, mean, stock) : null);
        }
        output.flush();
      },
    }),
  );
}
