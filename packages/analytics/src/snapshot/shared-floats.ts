/** Numbers that the engine's threads read where they are, without a copy of their own. */
export function sharedFloats(length: number): Float32Array {
  return new Float32Array(new SharedArrayBuffer(length * Float32Array.BYTES_PER_ELEMENT));
}

/** As `values.map`, into shared numbers. */
export function sharedMap(
  values: Float32Array,
  change: (value: number, index: number) => number,
): Float32Array {
  const changed = sharedFloats(values.length);
  for (let index = 0; index < values.length; index++) changed[index] = change(values[index] as number, index);
  return changed;
}
