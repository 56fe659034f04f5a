import { MERCHANT_1 } from './merchants-1.ts';
import { MERCHANT_2 } from './merchants-2.ts';
import { MERCHANT_3 } from './merchants-3.ts';
import { MERCHANT_4 } from './merchants-4.ts';
import { MERCHANT_5 } from './merchants-5.ts';
import { MERCHANT_6 } from './merchants-6.ts';
import type { Retailer } from './retailers-tools.ts';

/** Deliveries written by one who has read neither the application's rules nor its earlier lots. */
export const MERCHANTS: readonly Retailer[] = [
  MERCHANT_1,
  MERCHANT_2,
  MERCHANT_3,
  MERCHANT_4,
  MERCHANT_5,
  MERCHANT_6,
];
