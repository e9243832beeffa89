import fc, { type Arbitrary } from 'fast-check'
import { hostileValue } from './hostile-values.ts'

type Path = readonly (string | number)[]

/** Every place in a value, the value itself first. */
const placesOf = (value: unknown, path: Path = []): Path[] => {
  if (typeof value !== 'object' || value === null) return [path]
  return [path, ...Object.entries(value).flatMap(([name, inner]) => placesOf(inner, [...path, name]))]
}

const changedAt = (value: unknown, path: Path, change: (before: unknown) => unknown): unknown => {
  const [first, ...rest] = path
  if (first === undefined) return change(value)
  if (Array.isArray(value))
    return value.map((inner, at) => (String(at) === String(first) ? changedAt(inner, rest, change) : inner))
  const whole = value as Record<string, unknown>
  return { ...whole, [first]: changedAt(whole[first], rest, change) }
}

const without = (value: unknown, path: Path): unknown =>
  changedAt(value, path.slice(0, -1), (parent) => {
    if (Array.isArray(parent)) return parent.filter((_, at) => String(at) !== String(path.at(-1)))
    const { [String(path.at(-1))]: _, ...rest } = parent as Record<string, unknown>
    return rest
  })

const withKey = (value: unknown, path: Path, key: string, extra: unknown): unknown =>
  changedAt(value, path, (before) =>
    typeof before === 'object' && before !== null && !Array.isArray(before) && key !== '__proto__'
      ? { ...before, [key]: extra }
      : [before, extra],
  )

/** A value with one place changed: replaced, left out, put into an array, or given an undeclared key. */
export const bent = (valid: Arbitrary<unknown>, stray: Arbitrary<string>): Arbitrary<unknown> =>
  fc
    .tuple(
      valid,
      fc.nat(10_000),
      fc.constantFrom('replace', 'replace', 'replace', 'remove', 'wrap', 'add', 'add'),
      hostileValue,
      stray,
    )
    .map(([value, pick, how, hostile, key]) => {
      const places = placesOf(value)
      const path = places[pick % places.length] ?? []
      if (how === 'replace') return changedAt(value, path, () => hostile)
      if (how === 'wrap') return changedAt(value, path, (before) => [before])
      if (how === 'add') return withKey(value, path, key, hostile)
      return path.length === 0 ? undefined : without(value, path)
    })
