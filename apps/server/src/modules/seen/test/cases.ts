import { DEFAULT_SIGNATURE_POLICY, LAW_RULE_KEYS, PRICE_PRESETS } from '@palier/domain';
import { type TestApp, userOf } from '../../../test/app.ts';

/** Something that two people may set at once. */
export interface SetByMany {
  name: string;
  /** Where it is changed. */
  url: string;
  /** As the sentence of a refusal says it. */
  what: string;
  /** What stands of it, as the API answers it. */
  read: () => Promise<Record<string, unknown>>;
  /** What the author of this number would have instead: another for each, and none that stands at first. */
  wanted: (author: number) => Record<string, unknown>;
}

type Ask = (method: 'GET' | 'POST', url: string, payload?: object) => Promise<Record<string, unknown>>;

/** One of each kind, made where there is none. */
export async function setByMany(test: TestApp): Promise<SetByMany[]> {
  const ask: Ask = async (method, url, payload) => {
    const { status, body } = await test.ask('claire', {
      ...{ method, url: `/api${url}` },
      ...(payload && { payload }),
    });
    if (status >= 300) throw new Error(`${method} ${url}: ${status} ${JSON.stringify(body)}`);
    return body;
  };
  const made = async (url: string, payload: object) => String((await ask('POST', url, payload))._id);
  return [...settings(ask), ...(await kept(ask, made))];
}

/** The same, that Inès may set too. */
export async function setByClaireAndInes(test: TestApp): Promise<SetByMany[]> {
  const url = `/api/members/${userOf('ines').user_id}`;
  await test.ask('claire', { method: 'PUT', url, payload: { role: 'administrator' } });
  return setByMany(test);
}

/** Of a list of the API, the one of an id. */
async function oneOf(ask: Ask, url: string, id: string): Promise<Record<string, unknown>> {
  const { data } = (await ask('GET', url)) as { data: Record<string, unknown>[] };
  const found = data.find((one) => one._id === id || one.user_id === id);
  if (!found) throw new Error(`${id} is not in ${url}`);
  return found;
}

function settings(ask: Ask): SetByMany[] {
  const setting = (
    url: string,
    wanted: SetByMany['wanted'],
    read: SetByMany['read'] = () => ask('GET', url),
  ): SetByMany => ({ ...{ name: url, url, what: 'ce réglage', read, wanted } });
  const [first = 'prior_price', ...rules] = LAW_RULE_KEYS;
  const law = Object.fromEntries(rules.map((key) => [key, 'note']));
  return [
    setting('/law', (author) => ({ ...law, [first]: ['note', 'block'][author % 2] })),
    setting('/settings', (author) => ({ unavailableFields: [['brand'], ['color'], ['size']][author % 3] })),
    setting('/residual-value', (author) => ({ field: null, values: {}, other: (author + 4) / 10 })),
    setting('/loss-threshold', (author) => ({ threshold_pct: 10 + author })),
    setting('/price-endings', (author) => ({
      rules: [
        {
          ...{ price_list_id: null, from_price: author, to_price: null, rounding: 'nearest' },
          ...{ points: { kind: 'endings', cents: [99] }, max_distance_pct: null },
        },
      ],
    })),
    setting(
      '/signature-policy',
      (author) => ({
        ...DEFAULT_SIGNATURE_POLICY,
        thresholds: { ...DEFAULT_SIGNATURE_POLICY.thresholds, depth: { on: true, over: author } },
      }),
      async () => (await ask('GET', '/signature-policy')).policy as Record<string, unknown>,
    ),
    setting('/import-settings', (author) => ({
      ...{ max_removed_share: 0.1, control_tolerance: author / 100 },
      ...{ time_zone: null, date_order: null, fiscal_calendar: null },
    })),
    {
      ...setting(
        '/controls',
        (author) => ({
          totals: [{ month: '2026-03', place: null, revenue: 1000 + author, quantity: null, stock: null }],
        }),
        async () => ({ totals: (await ask('GET', '/controls')).data }),
      ),
      what: 'les totaux de la caisse',
    },
  ];
}

async function kept(ask: Ask, made: (url: string, payload: object) => Promise<string>): Promise<SetByMany[]> {
  const project = await made('/projects', {
    ...{ name: 'Soldes/Femme/Robes', phases: [{ start_date: '2026-07-01' }], end_date: '2026-08-26' },
  });
  const rule = await made(`/projects/${project}/rules`, { discount_spec_map: { '*': 20 } });
  const scenario = await made('/scenarios', { name: 'Marge sous budget' });
  const view = await made('/views', { name: 'Réunion', shared: true, parameters: { groupBy: ['brand'] } });
  const [layout] = Object.values(PRICE_PRESETS);
  const template = await made('/price-templates', { ...layout, name: 'Caisse' });
  const group = await made('/project-groups', { name: 'Femme', project_ids: [project] });
  const lesson = await made('/lessons', {
    ...{
      name: 'Partir plus bas',
      reason: null,
      sets: { kind: 'note' },
      operation: 'Soldes',
      project_id: null,
    },
  });
  const hugo = userOf('hugo').user_id;
  const of = (
    what: string,
    [list, id]: [list: string, id: string],
    wanted: SetByMany['wanted'],
  ): SetByMany => ({
    ...{ name: what, url: `${list.replace(/^\/projects\/.*\//, '/')}/${id}`, what, wanted },
    read: () => oneOf(ask, list, id),
  });
  return [
    of('ce projet', ['/projects', project], (author) => ({
      section: `Rayon ${author}`,
      phases: [{ name: null, start_date: `2026-07-0${1 + author}` }],
    })),
    of('cette règle', [`/projects/${project}/rules`, rule], (author) => ({
      discount_spec_map: { '*': { min: 10, max: 20 + 10 * (author % 4) } },
    })),
    of('ce scénario', ['/scenarios', scenario], (author) => ({ constraints: { discount_budget: author } })),
    of('cette vue', ['/views', view], (author) => ({
      parameters: { columns: ['price'], groupBy: [`attributes.${author}`] },
    })),
    of('ce modèle', ['/price-templates', template], (author) => ({ ...layout, name: `Caisse ${author}` })),
    of('ce membre', ['/members', hugo], (author) => ({
      perimeter: { project_groups: [], fields: [{ field: 'brand', values: [`Marque ${author}`] }] },
    })),
    of('ce groupe', ['/project-groups', group], (author) => ({
      ...{ name: `Femme ${author}`, project_ids: [project], leader_id: project },
    })),
    of('cette leçon', ['/lessons', lesson], (author) => ({ reason: `Vu en ${2020 + author}` })),
  ];
}

/** What is read of the fields that are to be changed. */
export async function seenOf({ read, wanted }: SetByMany): Promise<Record<string, unknown>> {
  const standing = await read();
  return Object.fromEntries(Object.keys(wanted(0)).map((field) => [field, standing[field]]));
}
