export { type Definition, type DefinitionError, readDefinitions } from './definitions.ts';
export { openReaders, type ReadDefinitions, type Readers } from './readers.ts';
export { ReadingStopped } from './stopped.ts';
export { columnOf, type NamedTable, plainHeading, type Table } from './tables.ts';
