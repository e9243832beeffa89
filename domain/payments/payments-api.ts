import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'

export const paymentsApi = {
  providers: endpoint({
    method: 'GET',
    path: '/get_providers',
    summary: 'The card payment providers that are set up',
    roles: ['anyone'],
    relation: 'none',
    rate: 'read',
    legacyError: true,
    reply: z.array(z.object({ name: z.string(), link: z.string() })),
  }),
}
