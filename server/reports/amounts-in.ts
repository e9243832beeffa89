import type { Minor } from '@remis/domain/kit/money'

/** The same fields, each amount converted by `major`. */
export const amountsIn = <T extends object>(amounts: T, major: (minor: Minor) => number): T =>
  Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [name, major(amount as Minor)])) as T
