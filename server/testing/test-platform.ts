import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../platform/runtime/config.ts'
import { noFailpoints, type Failpoints } from '../platform/runtime/failpoint.ts'
import { limits as usual, type GuessDelay } from '../platform/runtime/limits.ts'
import { withLimits, type LimitOverrides } from '../platform/runtime/limits/override-limits.ts'
import { createLogger, type Logger } from '../platform/runtime/logger.ts'
import { collectSecurityEvents } from '../platform/security/security-events.ts'
import { secretFrom } from '../platform/sessions/server-secret.ts'
import type { Platform } from '../platform/http/use-case.ts'
import type { TestDatabase } from './test-database.ts'

export interface PlatformOptions {
  /** Environment variables, as an operator would set them. */
  readonly env?: Readonly<Record<string, string>>
  readonly limits?: LimitOverrides
  readonly failpoint?: Failpoints
  readonly log?: Logger
}

const noDelay: GuessDelay = { free: 1e6, firstSeconds: 0, mostSeconds: 0, forgetHours: 24 }

/** Guesses without delays, for tests of something else. */
export const freeGuesses = {
  signInPerPlace: noDelay,
  signInPerAccount: noDelay,
  secondStepPerPlace: noDelay,
  secondStepPerAccount: noDelay,
}

/**
 * Tests call faster than people and wait for the effects of events. A test of a flood limit, of a rider's pause, of a
 * consumer's, of the password that is asked again, of the time of a hash or of the human check sets it.
 */
const testLimits: LimitOverrides = {
  session: { confirmSeconds: 7200 },
  humanCheck: { bits: 4, leastMs: 0 },
  // argon2id's least: a real hash costs a core 15 ms, and the tests sign in thousands of times
  password: { memoryKiB: 8, passes: 1 },
  live: {
    gapMs: 0,
    restMs: { usual: 0, soon: 0 },
    handshakesPerAddress: { max: Number.POSITIVE_INFINITY, windowSeconds: 60 },
  },
  booking: {
    madePerRider: { max: Number.POSITIVE_INFINITY, windowSeconds: 600 },
    noDriverPerRider: { max: Number.POSITIVE_INFINITY, windowSeconds: 1800 },
    noDriverPerNet: { max: Number.POSITIVE_INFINITY, windowSeconds: 1800 },
    cancelPause: { seconds: 0, most: 0, windowSeconds: 3600 },
  },
  dispatch: { sameRiderPauseSeconds: 0 },
  chat: { messagesPerPerson: { max: Number.POSITIVE_INFINITY, windowSeconds: 60 } },
  push: { messagesPerPerson: { max: Number.POSITIVE_INFINITY, windowSeconds: 600 } },
  floodPerAddress: { max: Number.POSITIVE_INFINITY },
  floods: Object.fromEntries(
    Object.keys(usual.floods).map((name) => [name, { max: Number.POSITIVE_INFINITY, windowSeconds: 60 }]),
  ),
}

/** A quiet log; `REMIS_TEST_LOG=info` shows what a failing test did. */
export const testLog = (): Logger => createLogger(process.env['REMIS_TEST_LOG'] ?? 'silent')

/** The platform on a test database, on a port of the system's choice. */
export const makePlatform = ({ db }: Pick<TestDatabase, 'db'>, overrides: PlatformOptions = {}): Platform => ({
  config: {
    ...readConfig({
      PORT: '0',
      PUBLIC_URL: 'http://localhost:0',
      LOG_LEVEL: 'silent',
      DATA_DIR: join(tmpdir(), 'remis-test-data'),
      ...overrides.env,
    }),
    limits: withLimits(withLimits(usual, testLimits), overrides.limits),
  },
  db,
  log: overrides.log ?? testLog(),
  failpoint: overrides.failpoint ?? noFailpoints,
  secret: secretFrom(Buffer.alloc(32, 7)),
  security: collectSecurityEvents(db, overrides.log ?? testLog()),
})
