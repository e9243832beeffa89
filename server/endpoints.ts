import type { AppContext } from './app-context.ts'
import type { Served } from './platform/use-case.ts'

/** The whole API on one page: each feature's endpoints with the use-cases that carry them out. */
export const endpoints: readonly Served<AppContext>[] = []
