import type { Endpoint } from '@remis/domain/kit/endpoint'
import { messages } from '@remis/domain/messages/english'
import { z } from 'zod'

type Json = Record<string, unknown>

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json
  return rest
}

const parametersOf = (schema: z.ZodType | undefined, place: 'path' | 'query'): Json[] => {
  if (!schema) return []
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as { properties?: Json; required?: string[] }
  return Object.entries(properties).map(([name, inner]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: inner,
  }))
}

const keyHeader = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  description: 'Chosen by the client; a repeated call with the same key gets the first answer.',
  schema: { type: 'string', minLength: 1, maxLength: 80 },
}

const contentOf = ({ file, reply }: Endpoint): Json =>
  file === undefined
    ? { 'application/json': { schema: schemaOf(reply, 'output') } }
    : Object.fromEntries(file.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]))

const operationOf = (endpoint: Endpoint): Json => ({
  summary: endpoint.summary,
  'x-roles': endpoint.roles,
  'x-relation': endpoint.relation,
  'x-rate': endpoint.rate,
  ...((endpoint.roles as readonly string[]).includes('anyone') ? {} : { security: [{ bearer: [] }, { cookie: [] }] }),
  parameters: [
    ...parametersOf(endpoint.params, 'path'),
    ...parametersOf(endpoint.query, 'query'),
    ...(endpoint.idempotent ? [keyHeader] : []),
  ],
  ...(endpoint.body
    ? { requestBody: { required: true, content: { 'application/json': { schema: schemaOf(endpoint.body, 'input') } } } }
    : {}),
  responses: {
    '200': { description: 'Done', content: contentOf(endpoint) },
    default: { $ref: `#/components/responses/${endpoint.legacyError ? 'LegacyError' : 'Error'}` },
  },
})

const messageKey = { type: 'string', enum: Object.keys(messages) }
const answer = (description: string, schema: Json): Json => ({
  description,
  content: { 'application/json': { schema } },
})

/** The OpenAPI 3.1 document of the endpoint table. */
export const openApiOf = (endpoints: readonly Endpoint[], publicUrl: string): Json => {
  const paths: Record<string, Json> = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Remis', version: '1', description: 'Rides and parcels: the API of this installation.' },
    servers: [{ url: publicUrl }],
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        cookie: { type: 'apiKey', in: 'cookie', name: publicUrl.startsWith('https:') ? '__Host-remis' : 'remis' },
      },
      responses: {
        Error: answer('A refusal with its message key', {
          type: 'object',
          required: ['error'],
          properties: {
            error: {
              type: 'object',
              required: ['key', 'message'],
              properties: {
                key: messageKey,
                message: { type: 'string' },
                fields: { type: 'object', additionalProperties: { type: 'string' } },
              },
            },
          },
        }),
        LegacyError: answer('A refusal as a text', {
          type: 'object',
          required: ['error'],
          properties: { error: { type: 'string' }, key: messageKey },
        }),
      },
    },
  }
}
