import { chmodSync, existsSync, mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../server/embedded-postgres/embedded-postgres.ts'
import { migrate } from '../../server/platform/database/migrate.ts'
import { cityIds } from '../../server/testing/large-city/city-values.ts'
import { fillLargeCity } from '../../server/testing/large-city/fill-large-city.ts'
import { withClient } from '../../server/testing/large-city/with-client.ts'

/**
 * Bytes of the data folder per booking while it is filled; temporary tables and the write-ahead log are a third of it.
 */
const BYTES_PER_BOOKING = 9000

export const token = 'bench-admin'.padEnd(43, '-')
export const fleetToken = 'bench-fleet'.padEnd(43, '-')

export interface ScaleCity {
  readonly connection: EmbeddedPostgres['connection']
  readonly bookings: number
}

const gigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(1)} GB`

/** Bookings of the city: 2 million, or `BENCH_BOOKINGS`. */
export const bookingsWanted = Number(process.env['BENCH_BOOKINGS'] ?? 2_000_000)

const fill = async (connection: pg.ClientConfig, bookings: number): Promise<void> => {
  const since = performance.now()
  await withClient(connection, (client) =>
    fillLargeCity(client, bookings, {
      onStep: (step) => process.stdout.write(`  ${Math.round((performance.now() - since) / 1000)} s  ${step}\n`),
    }),
  )
}

/** Signs in an admin with two-step sign-in and the admin of the largest fleet. */
const signIn = (connection: pg.ClientConfig): Promise<void> =>
  withClient(connection, async (client) => {
    for (const [user, secret] of [
      [cityIds.admin, token],
      [cityIds.bigFleet, fleetToken],
    ])
      await client.query(
        `insert into sessions (id, user_id, token_hash, expires_at) values ($1, $1, sha256($2), now() + interval '30 days')
          on conflict (id) do update set expires_at = excluded.expires_at, revoked_at = null, created_at = now()`,
        [user, secret],
      )
    await client.query(
      `insert into identities (id, user_id, kind, subject) values ($1::uuid, $1::uuid, 'totp', $1::uuid::text) on conflict do nothing`,
      [cityIds.admin],
    )
  })

/**
 * A city of `bookings` for the duration of `work`, in `BENCH_DATA` or the system's temporary folder. It is removed
 * afterwards, unless `--keep` was given: the next run uses it again.
 */
export const withScaleCity = async <T>(work: (city: ScaleCity) => Promise<T>): Promise<T> => {
  const bookings = bookingsWanted
  const dataDir = join(process.env['BENCH_DATA'] ?? join(tmpdir(), 'remis-bench-scale'), String(bookings))
  const filled = join(dataDir, 'filled')
  mkdirSync(dataDir, { recursive: true })
  // The database does not run as root.
  chmodSync(join(dataDir, '..'), 0o711)
  chmodSync(dataDir, 0o711)
  if (!existsSync(filled)) {
    const [needed, { bavail, bsize }] = [bookings * BYTES_PER_BOOKING, statfsSync(dataDir)]
    process.stdout.write(`· The city needs ${gigabytes(needed)} in ${dataDir}; ${gigabytes(bavail * bsize)} are free\n`)
    if (bavail * bsize < needed * 1.1) throw new Error('not enough disk; BENCH_DATA names another folder')
  }
  const embedded = await startEmbeddedPostgres({ dataDir })
  try {
    await migrate(embedded.connection)
    if (!existsSync(filled)) {
      await fill(embedded.connection, bookings)
      writeFileSync(filled, `${bookings} bookings\n`)
    }
    await signIn(embedded.connection)
    return await work({ connection: embedded.connection, bookings })
  } finally {
    await embedded.stop()
    if (!process.argv.includes('--keep')) rmSync(dataDir, { recursive: true, force: true })
  }
}
