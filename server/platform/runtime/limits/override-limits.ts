import { limits, type Limits } from '../limits.ts'

/** Limits that differ, group by group. */
export type LimitOverrides = {
  readonly [K in keyof Limits]?: Limits[K] extends object ? Partial<Limits[K]> : Limits[K]
}

export const withLimits = (before: Limits, overrides: LimitOverrides = {}): Limits => {
  const merged = Object.entries(before).map(([name, group]: [string, unknown]) => {
    const override = overrides[name as keyof Limits]
    return [name, typeof group === 'object' ? { ...group, ...(override as object) } : (override ?? group)]
  })
  return Object.fromEntries(merged) as unknown as Limits
}

/**
 * For tests of a whole process: `REMIS_LIMITS='{"humanCheck":{"bits":4}}'` changes these limits. Refused in production.
 */
export const limitsFromEnv = (setting: string | undefined, mode: 'trial' | 'production'): Limits => {
  if (!setting) return limits
  if (mode === 'production') throw new Error('REMIS_LIMITS is for tests and refused in production')
  return withLimits(limits, JSON.parse(setting) as LimitOverrides)
}
