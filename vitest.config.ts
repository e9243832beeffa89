import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

const node = {
  environment: 'node',
  // Vitest's default of 1 s is too short on a slow machine.
  expect: { poll: { timeout: 15_000 } },
  // Show both values in full: in CI the log is all there is.
  chaiConfig: { truncateThreshold: 0 },
} as const

/** Tests of the web that replace modules. In a shared worker they would change the modules of other tests. */
const mocking = readdirSync(join(import.meta.dirname, 'web'), { recursive: true, encoding: 'utf8' }).filter(
  (file) =>
    file.endsWith('.test.ts') &&
    /\bvi\.(?:doMock|mock)\(/.test(readFileSync(join(import.meta.dirname, 'web', file), 'utf8')),
)

const web = { ...node, root: 'web', testTimeout: 30_000 }

/** Stories of a browser. */
const journeys = {
  ...node,
  root: 'e2e',
  include: ['**/*.e2e.ts'],
  fileParallelism: false,
  // One worker for all stories of a project: loading playwright for each of them takes a second.
  isolate: false,
  setupFiles: ['testing/failed-screens.ts'],
  testTimeout: 300_000,
  hookTimeout: 320_000,
}

const inQuietCity = { ...journeys, globalSetup: ['testing/quiet-city.ts'] }
const inCourierCity = { ...journeys, globalSetup: ['testing/courier-city.ts'] }

/**
 * Stories that share a city run one after another: a booking of one story must not reach another story's driver.
 * Stories in no list are in `journeys`.
 */
const stories = {
  /** stories that start their own cities */
  cities: [
    'rider/imported-cities.e2e.ts',
    'rider/rider-books-now.e2e.ts',
    'office/operator-starts.e2e.ts',
    'office/operator-sets-up.e2e.ts',
    'money/services-elsewhere.e2e.ts',
  ],
  money: [
    'money/arabic-wallet.e2e.ts',
    'money/keyboard-office.e2e.ts',
    'money/keyboard-pays.e2e.ts',
    'money/rider-cancels-for-a-fee.e2e.ts',
    'money/rider-pays-by-card.e2e.ts',
    'money/rider-pays-from-wallet.e2e.ts',
    'money/riders-race-for-promo.e2e.ts',
    'rider/what-goes-wrong.e2e.ts',
  ],
  accounts: [
    'driver/driver-joins.e2e.ts',
    'driver/driver-sets-up-tracker.e2e.ts',
    'office/admin-changes-settings.e2e.ts',
    'office/admin-sets-up-mail.e2e.ts',
    'rider/account-data.e2e.ts',
    'rider/forgot-password.e2e.ts',
    'rider/phone-sign-in.e2e.ts',
    'rider/rider-edits-profile.e2e.ts',
    'rider/rider-secures-account.e2e.ts',
    'rider/rider-signs-in-elsewhere.e2e.ts',
    'rider/session-ends.e2e.ts',
  ],
  /** in a city of couriers */
  delivery: [
    'delivery/admin-sends-parcel.e2e.ts',
    'delivery/arabic-delivery.e2e.ts',
    'delivery/courier-carries-parcels.e2e.ts',
    'delivery/courier-proves-delivery.e2e.ts',
    'delivery/sender-sends-parcel.e2e.ts',
    'money/payment-modal.e2e.ts',
  ],
  /** trips that the office arranges and follows */
  dispatch: [
    'office/a-day-of-an-operator.e2e.ts',
    'office/admin-assigns-driver.e2e.ts',
    'office/admin-books-for-caller.e2e.ts',
    'office/admin-looks-at-a-booking.e2e.ts',
    'office/dispatcher-works-the-list.e2e.ts',
    'office/office-learns-of-map.e2e.ts',
    'office/rider-calls-for-help.e2e.ts',
    'rider/notifications-are-offered.e2e.ts',
    'rider/rider-books-later.e2e.ts',
  ],
  office: [
    'office/admin-accepts-traffic.e2e.ts',
    'office/admin-closes-the-day.e2e.ts',
    'office/admin-finds-anything.e2e.ts',
    'office/admin-sends-notification.e2e.ts',
    'office/drawn-maps.e2e.ts',
    'office/routes-open-for-roles.e2e.ts',
  ],
  tables: [
    'office/admin-edits-catalogue.e2e.ts',
    'office/admin-edits-languages.e2e.ts',
    'office/admin-edits-promos.e2e.ts',
    'office/office-looks.e2e.ts',
    'office/office-manages-people.e2e.ts',
    'office/office-pays.e2e.ts',
    'office/tablet-width.e2e.ts',
  ],
}

/** One project per workspace; `vitest run --project server` runs one. `tools/test.mjs` runs them all. */
export default defineConfig({
  test: {
    // on two cores: the third works while the others wait for their databases
    maxWorkers: 3,
    projects: [
      {
        test: {
          ...node,
          name: 'domain',
          root: 'domain',
          include: ['**/*.test.ts'],
          isolate: false,
          // Property tests take seconds beside other work.
          testTimeout: 120_000,
        },
      },
      {
        test: {
          ...node,
          name: 'atlas',
          root: 'atlas',
          include: ['**/*.test.ts'],
          isolate: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          ...node,
          name: 'server',
          root: 'server',
          include: ['**/*.test.ts'],
          // The server's modules hold no state (each app is built explicitly), and loading them takes a second.
          isolate: false,
          globalSetup: ['testing/global-setup/cluster.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      { test: { ...web, name: 'web', include: ['**/*.test.ts'], exclude: mocking, isolate: false } },
      { test: { ...web, name: 'web-mocks', include: mocking } },
      { test: { ...node, name: 'simulator', root: 'simulator', include: ['**/*.test.ts'] } },
      {
        test: {
          ...node,
          name: 'checks',
          include: ['architecture.test.ts', 'tools/**/*.test.mjs', 'e2e/**/*.test.ts'],
          testTimeout: 120_000,
        },
      },
      // Access, hostile input, faults, seeded cities: short here, long with REMIS_PROOF=long (`npm run proof`).
      {
        test: {
          ...node,
          name: 'proof',
          root: 'proof',
          include: ['**/*.proof.ts'],
          // As in the server project: loading everything again for each file would take a fifth of the time.
          isolate: false,
          globalSetup: ['../server/testing/global-setup/cluster.ts'],
          testTimeout: process.env['REMIS_PROOF'] === 'long' ? 10_800_000 : 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          ...inQuietCity,
          name: 'journeys',
          exclude: Object.values(stories).flat(),
        },
      },
      { test: { ...journeys, name: 'cities', include: stories.cities } },
      { test: { ...inQuietCity, name: 'money', include: stories.money } },
      { test: { ...inQuietCity, name: 'accounts', include: stories.accounts } },
      { test: { ...inCourierCity, name: 'delivery', include: stories.delivery } },
      { test: { ...inQuietCity, name: 'dispatch', include: stories.dispatch } },
      { test: { ...inQuietCity, name: 'office', include: stories.office } },
      { test: { ...inQuietCity, name: 'tables', include: stories.tables } },
    ],
  },
})
