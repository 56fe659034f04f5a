const rule = (name, from, to) => ({ name, severity: 'error', from, to });
module.exports = {
  forbidden: [
    rule('no-test-code-in-production', { path: '^(apps|packages)/', pathNot: '([.]test[.]|/test/)' }, { path: '([.]test[.]|/test/)' }),
    rule('no-cycle', {}, { circular: true }),
    rule('packages-below-apps', { path: '^packages/' }, { path: '^apps/' }),
    rule('domain-is-the-floor', { path: '^packages/domain/' }, { path: '^packages/', pathNot: '^packages/domain/' }),
    rule('engine-and-contract-on-domain-only', { path: '^packages/(engine|contract)/' }, { path: '^packages/', pathNot: '^packages/($1|domain)/' }),
    rule('packages-are-pure', { path: '^packages/', pathNot: '[.]test[.]' }, { dependencyTypes: ['core'] }),
    rule('apps-apart', { path: '^apps/([^/]+)/' }, { path: '^apps/', pathNot: '^apps/$1/' }),
    rule('engine-runs-on-the-server', { path: '^apps/web/' }, { path: '^packages/engine/' }),
    rule('web-shared-below-features', { path: '^apps/web/src/(ui|lib)/' }, { path: '^apps/web/src/(features|app)/' }),
    rule('web-features-below-app', { path: '^apps/web/src/features/' }, { path: '^apps/web/src/app/' }),
    rule('web-features-apart', { path: '^(apps/web/src/features/)([^/]+)/' }, { path: '^$1', pathNot: '^$1$2/' }),
    rule('api-modules-meet-at-index', { path: '^(apps/server/src/modules/)([^/]+)/' }, { path: '^$1', pathNot: ['^$1$2/', '^$1[^/]+/index[.]ts$'] }),
    rule('api-floor-below-modules', { path: '^apps/server/src/(db|queue|plugins)/' }, { path: '^apps/server/src/(modules/|app[.]ts|main[.]ts|worker[.]ts)' }),
    rule('sql-only-in-repositories', { path: '^apps/server/src/modules/', pathNot: '(/repository|/service|/job|[.]test)[.]ts$' }, { path: ['^apps/server/src/db/', 'node_modules/kysely'] }),
    { name: 'no-orphan', severity: 'error', from: { orphan: true, pathNot: '([.]d[.]ts|[.]config[.][cm]?[jt]s)$' }, to: {} },
  ],
  options: { doNotFollow: { path: 'node_modules' }, tsPreCompilationDeps: true, tsConfig: { fileName: 'tsconfig.json' }, enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'default'] } },
};
