// Who may import whom (ARCHITECTURE.md): domain ← contract, engine, analytics, demo ← server; domain, contract ← web.
// lab may import all of them, nothing imports it.
const rule = (name, from, to) => ({ name, severity: 'error', from, to });
const tests = '([.]test[.]|[.]spec[.]|/test/|/tests/)';

module.exports = {
  forbidden: [
    rule('no-cycle', {}, { circular: true }),
    rule('no-test-code-in-production', { path: '^(apps|packages)/', pathNot: tests }, { path: tests }),
    rule('nothing-imports-the-lab', { path: '^(apps|packages|e2e)/' }, { path: '^lab/' }),
    rule('packages-below-apps', { path: '^packages/', pathNot: tests }, { path: '^apps/' }),
    rule(
      'domain-is-the-floor',
      { path: '^packages/domain/' },
      { path: '^packages/', pathNot: '^packages/domain/' },
    ),
    rule(
      'contract-engine-and-demo-on-domain-only',
      { path: '^packages/(engine|contract|demo)/', pathNot: tests },
      { path: '^packages/', pathNot: '^packages/($1|domain)/' },
    ),
    rule(
      'analytics-apart-from-demo',
      { path: '^packages/analytics/', pathNot: tests },
      { path: '^packages/(demo|contract)/' },
    ),
    rule(
      'warehouse-below-imports',
      { path: '^packages/analytics/src/(warehouse|quality|snapshot|listing|lookups)/', pathNot: tests },
      { path: '^packages/analytics/src/import/' },
    ),
    rule(
      'pure-packages',
      { path: '^packages/(domain|contract|engine)/', pathNot: tests },
      { dependencyTypes: ['core'] },
    ),
    rule('apps-apart', { path: '^apps/([^/]+)/' }, { path: '^apps/', pathNot: '^apps/$1/' }),
    rule(
      'engine-and-facts-stay-on-the-server',
      { path: '^apps/web/' },
      { path: '^packages/(engine|analytics|demo)/' },
    ),
    rule(
      'web-shared-below-features',
      { path: '^apps/web/src/(ui|lib)/' },
      { path: '^apps/web/src/(features|app)/' },
    ),
    rule('web-features-below-app', { path: '^apps/web/src/features/' }, { path: '^apps/web/src/app/' }),
    rule(
      'web-features-apart',
      { path: '^(apps/web/src/features/)([^/]+)/' },
      { path: '^apps/web/src/features/', pathNot: '^$1$2/' },
    ),
    rule(
      'server-modules-meet-at-index',
      { path: '^(apps/server/src/modules/)([^/]+)/', pathNot: tests },
      {
        path: '^apps/server/src/modules/',
        pathNot: ['^$1$2/', '^apps/server/src/modules/[^/]+/index[.]ts$'],
      },
    ),
    rule(
      'server-floor-below-modules',
      { path: '^apps/server/src/(db|events|http|identity|plugins|queue)/', pathNot: tests },
      { path: '^apps/server/src/(modules/|(app|compose|guard|main|table|worker)[.]ts)' },
    ),
    rule(
      'no-orphan',
      {
        orphan: true,
        pathNot:
          '([.]d[.]ts|[.]config[.][cm]?[jt]s|[.]test[.]tsx?|[.]spec[.]ts|/db/migrations/[^/]+[.]ts|/src/test/patience[.]ts)$',
      },
      {},
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'default'] },
  },
};
