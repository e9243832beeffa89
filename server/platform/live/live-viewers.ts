import type { Person } from '../http/use-case.ts'

/** Rooms of a person, derived from the session and never asked for by name (design §9). */
export const roomsOf = (person: Person): string[] => [
  `user:${person.id}`,
  `role:${person.role}`,
  ...(person.role === 'fleetadmin' ? [`fleet:${person.id}`] : []),
]
