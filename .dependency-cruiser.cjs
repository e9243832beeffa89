// The allowed imports; docs/design/principles.md describes the layers. The names are printed when a rule is broken.
const rule = (name, from, to) => ({ name, severity: 'error', from, to })

module.exports = {
  forbidden: [
    // a file of routes takes the types of the schemas that are declared with it: no module is loaded twice for that
    rule('no-cycle', {}, { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } }),
    rule('unresolvable', {}, { couldNotResolve: true, dependencyTypesNot: ['type-only'] }),
    rule(
      'domain-imports-zod-alone',
      { path: '^domain/', pathNot: '\\.test\\.ts$' },
      { pathNot: ['^domain/', 'node_modules/(zod|decimal\\.js)/'] },
    ),
    rule(
      'rule-files-import-no-zod',
      {
        path: '^domain/',
        pathNot: ['-api\\.ts$', '^domain/kit/(schema|endpoint|list|table-endpoints)\\.ts$', '\\.test\\.ts$'],
      },
      { path: 'node_modules/zod/', dependencyTypesNot: ['type-only'] },
    ),
    rule(
      'atlas-knows-nothing-of-ours',
      { path: '^atlas/' },
      { path: '^(domain|server|web|simulator|e2e|bench|proof)/' },
    ),
    rule(
      'platform-knows-no-feature',
      { path: '^server/platform/', pathNot: '\\.test\\.ts$' },
      { path: '^(server/(?!platform/|embedded-postgres/)|web|simulator|e2e|bench|proof|atlas)' },
    ),
    rule(
      'a-store-is-private',
      { path: '^server/([^/]+)/' },
      { path: '^server/.+-store\\.ts$', pathNot: '^server/$1/' },
    ),
    rule(
      'a-vendor-is-private',
      {
        path: '^server/',
        pathNot: [
          '^server/(app-context|start|maps/import-cli|verify/verify-cli)\\.ts$',
          '^server/providers/',
          '^server/testing/',
          '\\.test\\.ts$',
        ],
      },
      { path: '^server/providers/[^/]+/', pathNot: '-provider\\.ts$' },
    ),
    rule('booking-asks-by-outbox', { path: '^server/booking/' }, { path: '^server/(payments|notices)/' }),
    rule(
      'one-place-wires',
      { path: '^server/', pathNot: ['^server/(start|endpoints)\\.ts$', '^server/testing/', '\\.test\\.ts$'] },
      { path: '^server/(app-context|start|endpoints)\\.ts$' },
    ),
    rule('server-never-imports-screens', { path: '^server/' }, { path: '^(web|simulator|e2e|bench|proof)/' }),
    rule(
      'atlas-is-used-by-the-maps-adapter-alone',
      {
        path: '^(server|simulator|web|e2e)/',
        pathNot: ['^server/providers/maps/', '^server/maps/(import-options|maps-command)', '\\.test\\.ts$'],
      },
      { path: '^atlas/' },
    ),
    rule('ui-knows-no-feature', { path: '^web/ui/' }, { path: '^(web/(?!ui/)|domain/(?!kit/)|server/)' }),
    rule(
      'web-platform-knows-no-feature',
      { path: '^web/platform/' },
      { path: '^(web/(?!(platform|ui)/)|server/)', pathNot: '^web/(paths|theme)\\.ts$' },
    ),
    rule(
      'web-feature-shares-named-panels',
      { path: '^web/(?!(?:ui|platform|shell|prerender)/)([^/]+)/' },
      {
        path: '^web/(?!(?:ui|platform|i18n|fonts|booking-parts)/)[^/]+/',
        pathNot: [
          '^web/$1/',
          '^web/files/(UploadButton\\.tsx|upload-picture\\.ts|use-picture-sender\\.ts)$',
          '^web/accounts/(countries|passkey-browser|use-confirmed)\\.tsx?$',
          '^web/audit/(audit-texts|entry-changes|use-entry-words)\\.ts$',
          '^web/(people/people-queries|wallet/wallet-queries|payments/payment-query)\\.ts$',
          '^web/chat/(ChatButton|UnreadChat|OfficeChat)\\.tsx$',
          '^web/reports/sheet/',
          '/(AssignDialog|CashDialog|NightCard|BookingForm|PlacePicker|MapHint|PayDialog|ConfirmPassword|ConfirmPhone|CodeField|SecondStep|PasskeyButton|PhoneSignIn|OffersPanel|TripPanel|RidesNow|ShareRide|SafetyPart|ChatPanel)\\.tsx$',
        ],
      },
    ),
    rule(
      'browser-loads-no-schemas',
      { path: '^web/', pathNot: '\\.test\\.tsx?$' },
      { path: '^domain/.*-api\\.ts$', dependencyTypesNot: ['type-only'] },
    ),
    rule('web-sees-contracts', { path: '^web/' }, { path: '^(server|simulator|e2e)/' }),
    rule('clients-see-contracts', { path: '^simulator/' }, { path: '^(server|web|e2e)/' }),
    rule(
      'journeys-see-contracts',
      { path: '^e2e/' },
      { path: '^(server|web)/', pathNot: '^server/testing/(free-port|global-setup/fail-teardown)\\.ts$' },
    ),
    rule('nobody-needs-the-proof', { path: '^(web|simulator|e2e)/' }, { path: '^(bench|proof)/' }),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['/dist/', '^\\.cache/', '^(data|output)/'] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js'],
    },
  },
}
