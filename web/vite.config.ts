import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { prerenderPlugin, className } from './prerender/prerender-plugin.ts'

const server = process.env['REMIS_SERVER'] ?? 'http://127.0.0.1:4000'
const forwarded = [
  '/api',
  '/googleapis-',
  '/validate_referrer',
  '/check_user_exists',
  '/user_signup',
  '/get_providers',
  '/send_notification',
  '/maps/',
  '/texts/',
  '/pay/',
]

/** Libraries of every page, separate because they change less often than our code. */
const libraries = [
  // loaded with the entry, which needs it to import the app
  { name: 'wake', test: /vite\/preload-helper|rolldown\/runtime|\/web\/platform\/page\/pause\.ts/ },
  { name: 'react', test: /\/node_modules\/(react|react-dom|scheduler|use-sync-external-store)\// },
  {
    name: 'vendor',
    // parts of TanStack Query that only later screens use load with them
    test: /\/node_modules\/(i18next|react-i18next|@tanstack\/(react-router|router-core|history|store|react-store|react-query|query-core))\/(?!.*\/(infiniteQueryObserver|useInfiniteQuery|mutationObserver|useMutation)\.js$)/,
  },
]

/** A module of ours, without texts. */
const ownModule = /\/(?:web|domain)\/(?!texts\/).*\.(?:tsx?|css)$/

/** Shared by several screens; as forty small files their names alone would add a kilobyte to every page. */
const shared = [
  { name: 'mantine', test: /\/node_modules\/@mantine\//, minShareCount: 12 },
  {
    name: 'mantine-small',
    test: /\/@mantine\/.*\/(get-contrast-color|get-auto-contrast-value|use-force-update|noop|use-uncontrolled|use-resolved-styles-api|use-id|random-id|create-safe-context)\./,
  },
  { name: 'icons', test: /\/node_modules\/@tabler\//, minShareCount: 2 },
  // Our parts of many screens in one file: a list of bookings loads 83 files in place of 126, and 50 kB less.
  { name: 'parts', test: ownModule, minShareCount: 6 },
]

export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  plugins: [react(), prerenderPlugin()],
  css: { modules: { generateScopedName: className } },
  // Texts are loaded whole: an export for each key would make them 40 % larger, compressed.
  json: { namedExports: false },
  // the server replaces this by a new nonce in every reply
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    // for older browsers light-dark() would be rewritten, and the switch would not work
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // the policy blocks fonts in data: URLs; pictures stay files, loaded when shown
    assetsInlineLimit: (file) => (/\.(woff2?|webp|avif|png|svg|mjs)$/.test(file) ? false : undefined),
    chunkSizeWarningLimit: 1200,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // Three files in place of thirty: better compression and fewer requests on a slow network.
        codeSplitting: {
          // a group takes what its modules import statically: `frame` is the whole first page
          groups: [...libraries, { name: 'frame', test: /\/web\/(app|routes)\.tsx$/ }, ...shared],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    port: 5173,
    // the server accepts writes from its own origin only
    proxy: {
      ...Object.fromEntries(forwarded.map((path) => [path, { target: server, headers: { origin: server } }])),
      '/socket.io': { target: server, ws: true, headers: { origin: server } },
    },
  },
})
