// Who may import what. The reasons stand in docs/architecture.md.
const error = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

/** A vendor's SDK is imported in its gateway alone. */
const vendors = [
  ['stripe', 'server/src/gateways/payments/(stripe|requests|checkout|read)\\.ts'],
  ['pdfkit', 'server/src/gateways/paper/'],
  ['markdown-it', 'server/src/gateways/markdown\\.ts'],
  ['yazl', 'server/src/gateways/zip\\.ts'],
  ['yauzl', 'server/src/gateways/document/(parts|archive)\\.ts'],
  ['mammoth', 'server/src/gateways/document/word\\.ts'],
  ['prom-client', 'server/src/http/operating/metrics'],
  ['openid-client', 'server/src/gateways/identity\\.ts'],
  ['jose', 'server/src/gateways/(identity|logout)\\.ts'],
  ['sharp-phash', 'server/src/gateways/image/fingerprint\\.ts'],
  ['(sharp|thumbhash)', 'server/src/gateways/(image|drawing|paper)/'],
  ['heic-decode', 'server/src/gateways/image/heic-thread\\.ts'],
  ['extract-colors', 'server/src/gateways/image/inspect\\.ts'],
  ['pdfjs-dist', '(server/src/gateways/document|web/src/lib/media)/pdf\\.ts'],
  ['@napi-rs/canvas', 'server/src/gateways/(document/pdf\\.ts|drawing/)'],
  ['@aws-sdk', 'server/src/gateways/storage/s3\\.ts'],
  ['@tus', 'server/src/core/uploads/'],
  ['node-av', 'server/src/gateways/av/bundled/'],
  ['(undici|ipaddr\\.js)', 'server/src/(gateways/download|http/address)\\.ts'],
  ['pg-boss', 'server/src/jobs/'],
  ['nodemailer', 'server/src/gateways/mail\\.ts'],
  ['@redis', 'server/src/live/redis'],
  ['@opentelemetry', 'server/src/tracing/opentelemetry\\.ts'],
]

module.exports = {
  forbidden: [
    error('no-circular', 'No cycle anywhere, type-only imports included.', {}, { circular: true }),
    error(
      'contract-is-ground',
      'The contract imports none of our code.',
      { path: '^contract/' },
      { path: '^(server|web|sandbox|e2e|bench|scripts)/' },
    ),
    error(
      'server-meets-nobody',
      'The two sides speak HTTP.',
      { path: '^server/' },
      { path: '^(web|sandbox|e2e|bench)/' },
    ),
    error(
      'web-meets-nobody',
      'The two sides speak HTTP.',
      { path: '^web/' },
      { path: '^(server|sandbox|e2e|bench)/' },
    ),
    error(
      'outside-stays-outside',
      'HTTP and contract only.',
      { path: '^(sandbox|e2e|bench)/', pathNot: '\\.test\\.ts$' },
      { path: '^(server|web)/' },
    ),
    error(
      'server-features-are-strangers',
      'A feature never imports another.',
      { path: '^server/src/features/([^/]+)/' },
      { path: '^server/src/features/([^/]+)/', pathNot: '^server/src/features/$1/' },
    ),
    error(
      'web-features-are-strangers',
      'Screens compose features; session and navigation texts come through lib and ui.',
      { path: '^web/src/features/([^/]+)/' },
      { path: '^web/src/features/([^/]+)/', pathNot: '^web/src/features/($1|session)/' },
    ),
    error(
      'core-stands-below',
      'Code that features are built on must not import a feature.',
      { path: '^server/src/(http|db|jobs|live|gateways|tracing|core)/' },
      { path: '^server/src/features/' },
    ),
    error(
      'plumbing-is-blind',
      'http, db, jobs, live and gateways must not import core or features.',
      { path: '^server/src/(http|db|jobs|live|gateways|tracing)/' },
      { path: '^server/src/(core|features)/' },
    ),
    error(
      'only-queries-speak-sql',
      'Only *-queries.ts, *-sql.ts, db/, jobs/ and live/ may import Kysely or pg.',
      {
        path: '^server/src/',
        pathNot: '(-queries|-sql)\\.ts$|^server/src/(db|jobs|live)/|\\.test\\.ts$',
      },
      { path: 'node_modules/(kysely|pg)/', dependencyTypesNot: ['type-only'] },
    ),
    ...vendors.map(([sdk, place]) =>
      error(
        `one-gateway-per-vendor-${sdk.replaceAll(/\W/g, '')}`,
        'Import a vendor’s SDK in its gateway only.',
        { path: '^server/src/', pathNot: [`^${place}`, '\\.test\\.ts$'] },
        { path: `node_modules/${sdk}/` },
      ),
    ),
    error(
      'mailbox-is-sandbox',
      'Taking and reading mail is the sandbox’s alone.',
      { path: '^(contract|server|web|bench)/' },
      { path: 'node_modules/(smtp-server|postal-mime)/' },
    ),
    error(
      'web-lib-is-lowest',
      'lib knows neither ui, features nor screens.',
      { path: '^web/src/lib/' },
      { path: '^web/src/(ui|features|screens|router)' },
    ),
    error(
      'web-ui-is-blind',
      'ui knows no contract, no feature, no screen, no call.',
      { path: '^web/src/ui/', pathNot: '\\.(example|test)\\.tsx?$' },
      { path: '^(web/src/(features|screens|router|lib/api)|contract/)' },
    ),
    error(
      'web-features-below-screens',
      'Screens compose features, never the other way.',
      { path: '^web/src/features/' },
      { path: '^web/src/(screens|router)' },
    ),
    error(
      'tests-are-leaves',
      'Nothing imports a test, an example or the seeds.',
      {
        path: '^(contract|server|web|sandbox)/',
        pathNot: '\\.(test|example)\\.tsx?$|^server/(test|seeds)/',
      },
      { path: '\\.(test|example)\\.tsx?$|^server/(test|seeds)/' },
    ),
    error(
      'no-orphans',
      'Nothing imports this file.',
      {
        orphan: true,
        pathNot: [
          '\\.d\\.ts$',
          '\\.(test|spec|example)\\.tsx?$',
          '(^|/)[^/]+\\.config\\.ts$',
          '^scripts/',
          '^sandbox/public/',
          '(^|/)main\\.tsx?$',
          'entry-server\\.tsx$',
          '(imaging|video|documents)-child\\.ts$',
          'documents-thread\\.ts$',
          'finish-build\\.ts$',
        ],
      },
      {},
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(web/dist|\\.plinth)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
    },
    combinedDependencies: true,
  },
}
