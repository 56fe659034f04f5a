import { SHOES } from './retailers-1.ts';
import { TOYS } from './retailers-2.ts';
import { SPORTS } from './retailers-3.ts';
import { GIFTS } from './retailers-4.ts';
import { FASHION } from './retailers-5.ts';
import { OUTDOORS } from './retailers-6.ts';
import type { Retailer } from './retailers-tools.ts';

export type { Retailer } from './retailers-tools.ts';

export const RETAILERS: readonly Retailer[] = [SHOES, TOYS, SPORTS, GIFTS, FASHION, OUTDOORS];
