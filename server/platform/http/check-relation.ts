import type { Endpoint, ObjectKind, ObjectRelation, Relationships } from '@remis/domain/kit/endpoint'
import { AppError } from '@remis/domain/messages/app-error'
import type { Kysely } from 'kysely'
import type { Tables } from '../database/schema.ts'
import type { RawInput } from './parse-input.ts'
import type { Person, Who } from './use-case.ts'

interface RelationshipQuery {
  readonly id: string
  readonly who: Pick<Person, 'id' | 'role'>
}

/** What a person is to one object; empty for a stranger and for an object that does not exist. */
export interface FindRelationships<K extends ObjectKind> {
  (db: Kysely<Tables>, query: RelationshipQuery): Promise<readonly Relationships[K][]>
  /**
   * For objects of calls that must be fast: reads the object before the caller is known, beside the session query; the
   * result answers for any person.
   */
  readonly ahead?: (
    db: Kysely<Tables>,
    id: string,
  ) => Promise<(who: RelationshipQuery['who']) => readonly Relationships[K][]>
}

/** For objects that only admins may see. */
export const forAdmins =
  (exists: (db: Kysely<Tables>, id: string) => Promise<boolean>) =>
  async (db: Kysely<Tables>, { id, who }: RelationshipQuery): Promise<readonly 'admin'[]> =>
    who.role === 'admin' && (await exists(db, id)) ? ['admin'] : []

/** One per kind of object, registered by the feature that owns it. */
export type RelationResolvers = { readonly [K in ObjectKind]: FindRelationships<K> }

/** Where the id of the object is in the call. */
const idPlaceOf = ({ id = 'params.id' }: ObjectRelation) => {
  const [part, field = ''] = id.split('.')
  return { part: part === 'body' ? 'body' : 'params', field, name: id } as const
}

const objectOf = ({ relation }: Endpoint): ObjectRelation | undefined =>
  typeof relation === 'string' ? undefined : relation

/** Throws where a declaration cannot be enforced: no resolver, no id to read, or callers without an account. */
export const checkRelationDeclared = (
  name: string,
  endpoint: Endpoint,
  resolvers: Partial<RelationResolvers> = {},
): void => {
  const relation = objectOf(endpoint)
  if (endpoint.relation === 'admins') {
    if (endpoint.roles.join() !== 'admin')
      throw new Error(`${name} is for admins, but its roles are ${endpoint.roles.join()}`)
    return
  }
  if (relation === undefined) {
    if (endpoint.path.includes(':')) throw new Error(`${name} has an id in its path but declares no object`)
    return
  }
  if (resolvers[relation.object] === undefined)
    throw new Error(`${name} names a ${relation.object}, but no feature registers its relationships`)
  if ((endpoint.roles as readonly string[]).some((role) => role === 'anyone' || role === 'visitor'))
    throw new Error(`${name} names a ${relation.object}, so only signed-in roles may call it`)
  const { part, field, name: place } = idPlaceOf(relation)
  const declared = part === 'body' ? endpoint.body !== undefined : endpoint.path.includes(`:${field}`)
  if (!declared) throw new Error(`${name} has no ${place}`)
}

const idOf = (relation: ObjectRelation, input: RawInput): string => {
  const { part, field, name } = idPlaceOf(relation)
  const value = (input[part] as Readonly<Record<string, unknown>>)[field]
  if (typeof value !== 'string') throw new Error(`${name} is not an id`)
  // a handle of one side of a booking: its id, a dot and the side [design/access-9]
  return value.split('.', 1)[0] ?? value
}

/** The relationships to one object, read ahead of the session. */
export interface AheadRead {
  readonly id: string
  readonly of: Promise<(who: RelationshipQuery['who']) => readonly string[]>
}

/** Any id of ours; what else a path may hold is refused when the call is parsed. */
const plainId = /^[\w-]{1,64}$/

/**
 * Starts reading the object of a call that carries a token or cookie; the result is used once the caller is admitted.
 */
export const readAhead = (
  db: Kysely<Tables>,
  endpoint: Endpoint,
  resolvers: Partial<RelationResolvers>,
  input: { readonly params: unknown; readonly body: unknown },
): AheadRead | undefined => {
  const relation = objectOf(endpoint)
  const ahead = relation && resolvers[relation.object]?.ahead
  if (relation === undefined || ahead === undefined) return undefined
  const { part, field } = idPlaceOf(relation)
  const id = ((input[part] ?? {}) as Readonly<Record<string, unknown>>)[field]
  if (typeof id !== 'string' || !plainId.test(id)) return undefined
  const of = ahead(db, id)
  // Not awaited when the caller is refused.
  of.catch(() => undefined)
  return { id, of }
}

/**
 * 404 unless the caller has one of the relationships the endpoint allows: a stranger's object and an absent one are one
 * answer [design/api-13]. Reads outside the call's transaction; the use-case's transaction checks again under its
 * locks.
 */
export const checkRelation = async (
  db: Kysely<Tables>,
  endpoint: Endpoint,
  resolvers: Partial<RelationResolvers>,
  who: Who,
  input: RawInput,
  ahead?: AheadRead,
): Promise<void> => {
  const relation = objectOf(endpoint)
  if (relation === undefined) return
  const found = async (): Promise<readonly string[]> => {
    const id = idOf(relation, input)
    if (who.kind !== 'person') return []
    if (ahead?.id === id) return (await ahead.of)(who)
    return (await resolvers[relation.object]?.(db, { id, who })) ?? []
  }
  const known = await found()
  if (!relation.allow.some((allowed) => known.includes(allowed)))
    throw new AppError(404, relation.refusal ?? 'not_found')
}
