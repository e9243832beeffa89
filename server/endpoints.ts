import { features, type AppContext } from './app-context.ts'
import type { Served } from './platform/http/use-case.ts'

/** The whole API: the endpoints of every feature with the use-cases that run them. */
export const endpoints: readonly Served<AppContext>[] = features.flatMap((feature) => feature.endpoints ?? [])
