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
export type FindRelationships<K extends ObjectKind> = (
  db: Kysely<Tables>,
  query: RelationshipQuery,
) => Promise<readonly Relationships[K][]>

/** One per kind of object, registered by the feature that owns it. */
export type RelationResolvers = { readonly [K in ObjectKind]: FindRelationships<K> }

const objectOf = ({ relation }: Endpoint): ObjectRelation | undefined =>
  typeof relation === 'string' ? undefined : relation

/** Throws where a declaration cannot be enforced: no resolver, no id to read, or callers without an account. */
export const checkRelationDeclared = (
  name: string,
  endpoint: Endpoint,
  resolvers: Partial<RelationResolvers> = {},
): void => {
  const relation = objectOf(endpoint)
  if (relation === undefined) {
    if (endpoint.path.includes(':')) throw new Error(`${name} has an id in its path but declares no object`)
    return
  }
  if (resolvers[relation.object] === undefined)
    throw new Error(`${name} names a ${relation.object}, but no feature registers its relationships`)
  if ((endpoint.roles as readonly string[]).some((role) => role === 'anyone' || role === 'visitor'))
    throw new Error(`${name} names a ${relation.object}, so only signed-in roles may call it`)
  const [part, field = ''] = (relation.id ?? 'params.id').split('.')
  const declared = part === 'body' ? endpoint.body !== undefined : endpoint.path.includes(`:${field}`)
  if (!declared) throw new Error(`${name} has no ${relation.id ?? 'params.id'}`)
}

const idOf = ({ id = 'params.id' }: ObjectRelation, { params, body }: RawInput): string => {
  const [part, field = ''] = id.split('.')
  const value = ((part === 'body' ? body : params) as Readonly<Record<string, unknown>>)[field]
  if (typeof value !== 'string') throw new Error(`${id} is not an id`)
  return value
}

/**
 * 404 unless the caller has one of the relationships the endpoint allows: a stranger's object and an absent one are one
 * answer [design/api-13]. Reads outside the call's transaction; the use-case's transaction checks again under its locks.
 */
export const checkRelation = async (
  db: Kysely<Tables>,
  endpoint: Endpoint,
  resolvers: Partial<RelationResolvers>,
  who: Who,
  input: RawInput,
): Promise<void> => {
  const relation = objectOf(endpoint)
  if (relation === undefined) return
  const resolve = resolvers[relation.object]
  const found: readonly string[] =
    who.kind === 'person' && resolve !== undefined ? await resolve(db, { id: idOf(relation, input), who }) : []
  if (!relation.allow.some((allowed) => found.includes(allowed)))
    throw new AppError(404, relation.refusal ?? 'not_found')
}
