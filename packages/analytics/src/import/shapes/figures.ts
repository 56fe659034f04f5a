const BLANKS = /[\s'’]/g;
/** A sign before three figures parts thousands: what stands in columns that stand for sizes, days or places is counted. */
const PARTED = /(?<=\d)[.,](?=\d{3}(?!\d))/g;

/** A cell with its figures alone, a point before its decimals. */
export const plainFigure = (cell: string): string =>
  cell.replace(BLANKS, '').replace(PARTED, '').replace(',', '.');

/** The figure of a cell among those that add up; 0 where there is none. */
export const figureOf = (cell: string | undefined): number => Number(plainFigure(cell ?? '')) || 0;

/** Whether a cell counts whole pieces, however its thousands are parted. */
export const isCount = (cell: string): boolean => /^-?\d+(\.0+)?$/.test(plainFigure(cell));
