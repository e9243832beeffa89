import type { Actor } from '@remis/domain/booking/move'
import type { Person } from '../platform/http/use-case.ts'

export const actorOf = (who: Person): Actor => ({ kind: who.role, id: who.id })

/** The sweeps. */
export const system: Actor = { kind: 'system', id: null }
