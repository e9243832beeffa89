import type { Endpoint } from '@remis/domain/kit/endpoint'
import { messages, type MessageKey } from '@remis/domain/messages/english'
import type { Json } from './samples.ts'

/** A refusal of the API as the document describes it; without `keys` it may carry any message key. */
interface Refusal {
  readonly name: string
  readonly description: string
  readonly keys?: readonly MessageKey[]
}

const named = (name: string, description: string, ...keys: MessageKey[]): Refusal => ({ name, description, keys })

const badRequest = named('InvalidInput', 'Fields are missing or invalid; `fields` names them', 'invalid_input')
const badKeyed = named(
  'InvalidKeyedInput',
  'Fields or the Idempotency-Key are missing or invalid',
  'invalid_input',
  'idempotency_key_missing',
)
const notSignedIn = named('NotSignedIn', 'No valid session or token', 'not_logged_in')
const forbidden = named('Forbidden', 'The role may not call this', 'forbidden', 'origin_refused')
const inDemo = named(
  'ForbiddenInDemo',
  'The role may not call this, or the demo mode refuses it',
  'forbidden',
  'origin_refused',
  'demo_mode',
)
const tooMany = named('TooManyRequests', 'Wait for the seconds in Retry-After', 'too_many_requests')
const busy = named('Busy', 'Repeat the call after the seconds in Retry-After', 'busy_try_again')
const tooLarge = named('TooLarge', 'The body is too large', 'body_too_large')
const conflict: Refusal = { name: 'Conflict', description: 'The state has changed; the key says how' }
const refused: Refusal = { name: 'Refused', description: 'A rule refuses the call; the key says which' }
export const unexpected: Refusal = { name: 'Error', description: 'Any other refusal or a fault, with its key' }

const notFound = (key: MessageKey): Refusal =>
  named(key === 'not_found' ? 'NotFound' : `NotFound_${key}`, 'There is no such object for this caller', key)

/** What an endpoint may answer besides 200, by status, as its declaration and the steps of every call give it. */
export const refusalsOf = (endpoint: Endpoint): Readonly<Record<string, Refusal>> => {
  const { method, relation, roles, params, query, body } = endpoint
  const open = (roles as readonly string[]).includes('anyone')
  const writes = method !== 'GET'
  return {
    ...(endpoint.idempotent ? { 400: badKeyed } : (params ?? query ?? body) ? { 400: badRequest } : {}),
    ...(open ? {} : { 401: notSignedIn }),
    ...(endpoint.refusedInDemo ? { 403: inDemo } : open && !writes ? {} : { 403: forbidden }),
    ...(typeof relation !== 'string' ? { 404: notFound(relation.refusal ?? 'not_found') } : {}),
    ...(relation === 'admins' ? { 404: notFound('not_found') } : {}),
    ...(writes ? { 409: conflict, 413: tooLarge, 422: refused } : {}),
    429: tooMany,
    503: busy,
    default: unexpected,
  }
}

const errorSchema = (key: Json, legacy: boolean): Json => {
  const message = { type: 'string', description: 'The text of the key in the language of the installation' }
  if (legacy) return { type: 'object', required: ['error', 'key'], properties: { error: message, key } }
  const fields = {
    type: 'object',
    description: 'What is wrong with each field, by its path',
    additionalProperties: { type: 'string' },
  }
  return {
    type: 'object',
    required: ['error'],
    properties: {
      error: { type: 'object', required: ['key', 'message'], properties: { key, message, fields } },
    },
  }
}

/**
 * Calls of the host root answer `{error: text, key}`, all others `{error: {key, message, fields?}}` [design/api-11].
 */
export const describeRefusal = ({ description, keys }: Refusal, legacy: boolean): Json => {
  const any = { $ref: '#/components/schemas/MessageKey' }
  const key = keys?.[0] ?? 'server_error'
  const message = messages[key]
  return {
    description,
    content: {
      'application/json': {
        schema: errorSchema(keys === undefined ? any : { type: 'string', enum: keys }, legacy),
        example: legacy ? { error: message, key } : { error: { key, message } },
      },
    },
  }
}

export const messageKey = { type: 'string', description: 'Names a message', enum: Object.keys(messages) }
