/** How files write pieces behind their number: « 12 st », `3 szt.`, « 2 paires ». A pattern, letters of any case. */
export const COUNT_UNITS =
  'st|stk|stck|st[uü]ck|szt|pcs?|pces?|pi[eè]ces?|uds?|unidades|u|un|units?|unit[eé]s?|ea|pzs?|pezzi|stuks?|pa(?:ar|ires?|rs?)|prs?|kpl|db';
