import type { Database } from '@remis/server/platform/database/database'
import { sql } from 'kysely'

/**
 * For a database without statement statistics: samples the running statements ten times a second and prints the most
 * frequent.
 */
export const watchQueries = (db: Database) => {
  const seen = new Map<string, number>()
  const look = async (): Promise<void> => {
    const { rows } = await sql<{ query: string }>`select query from pg_stat_activity
      where datname = current_database() and state = 'active' and pid <> pg_backend_pid()`.execute(db.jobs)
    for (const { query } of rows) {
      const name = query.replace(/\s+/g, ' ').slice(0, 160)
      seen.set(name, (seen.get(name) ?? 0) + 1)
    }
  }
  const timer = setInterval(() => void look().catch(() => undefined), 100)
  return {
    stop: () => {
      clearInterval(timer)
      const most = [...seen].sort(([, a], [, b]) => b - a).slice(0, 20)
      for (const [query, times] of most) process.stdout.write(`${times}  ${query}\n`)
    },
  }
}
