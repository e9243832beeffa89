import type { Calls, Routes } from '../kit/endpoint.ts'
import type { driverDocumentsApi } from './driver-documents-api.ts'

const drivers = ['driver'] as const

export const driverDocumentsRoutes = {
  read: { method: 'GET', path: '/api/driver-application', roles: drivers },
  setVehicle: { method: 'PATCH', path: '/api/driver-application', roles: drivers },
  handIn: { method: 'POST', path: '/api/driver-application/documents', roles: drivers, idempotent: true },
  send: { method: 'POST', path: '/api/driver-application/send', roles: drivers, idempotent: true },
  ofPerson: { method: 'GET', path: '/api/people/:id/documents', roles: ['fleetadmin', 'admin'] },
  decide: { method: 'POST', path: '/api/people/:id/documents', roles: ['admin'], idempotent: true },
  decideAll: { method: 'POST', path: '/api/people/:id/application', roles: ['admin'], idempotent: true },
} as const satisfies Routes
export const driverDocumentsCalls: Calls<typeof driverDocumentsApi> = driverDocumentsRoutes
