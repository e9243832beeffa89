import { readFileSync } from 'node:fs'

export interface Account {
  readonly email: string
  readonly password: string
}

export interface Options {
  /** the server's address without a trailing slash */
  readonly base: string
  readonly speed: number
  readonly conductor: Account
  readonly drivers: readonly Account[]
  readonly riders: readonly Account[]
}

const number = (name: string, text: string, low: number, high: number): number => {
  const value = Number(text)
  if (!Number.isFinite(value) || value < low || value > high)
    throw new Error(`--${name} must be a number from ${low} to ${high}, not ${text}`)
  return value
}

const isAccount = (value: unknown): value is Account => {
  const { email, password } = (value ?? {}) as Partial<Account>
  return typeof email === 'string' && typeof password === 'string'
}

const readAccounts = (path: string): Pick<Options, 'conductor' | 'drivers' | 'riders'> => {
  try {
    const file = JSON.parse(readFileSync(path, 'utf8')) as Record<'conductor' | 'drivers' | 'riders', unknown>
    const { conductor, drivers, riders } = file
    if (!isAccount(conductor)) throw new Error('it has no conductor')
    if (!Array.isArray(drivers) || !drivers.every(isAccount)) throw new Error('it has no drivers')
    if (!Array.isArray(riders) || !riders.every(isAccount)) throw new Error('it has no riders')
    return { conductor, drivers, riders }
  } catch (error) {
    throw new Error(`the accounts of the fleet cannot be read from ${path}: ${(error as Error).message}`, {
      cause: error,
    })
  }
}

/**
 * `--url http://127.0.0.1:4000 --speed 4 --fleet 12 --accounts file.json`, or REMIS_URL, SIMULATED_SPEED, REMIS_FLEET
 * and REMIS_FLEET_ACCOUNTS. The file holds `{conductor, drivers, riders}`, each with email and password.
 */
export const readOptions = (argv: readonly string[], env: Readonly<Record<string, string | undefined>>): Options => {
  const given = (name: string, variable: string, fallback?: string): string => {
    const at = argv.indexOf(`--${name}`)
    const value = (at >= 0 ? argv[at + 1] : undefined) ?? env[variable] ?? fallback
    if (value === undefined) throw new Error(`--${name} (or ${variable}) is missing`)
    return value
  }
  const base = given('url', 'REMIS_URL', 'http://127.0.0.1:4000')
  if (!/^https?:\/\//.test(base)) throw new Error(`--url must be an http address, not ${base}`)
  const { conductor, drivers, riders } = readAccounts(given('accounts', 'REMIS_FLEET_ACCOUNTS'))
  const count = Math.floor(number('fleet', given('fleet', 'REMIS_FLEET', String(drivers.length)), 0, 1000))
  return {
    base: base.replace(/\/+$/, ''),
    speed: number('speed', given('speed', 'SIMULATED_SPEED', '1'), 1, 60),
    conductor,
    drivers: drivers.slice(0, count),
    riders,
  }
}
