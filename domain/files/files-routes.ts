import { signedIn, type Calls, type Routes } from '../kit/endpoint.ts'
import type { bookingPhotosApi, filesApi } from './files-api.ts'

export const filesRoutes = {
  upload: { method: 'POST', path: '/api/files', roles: signedIn },
  read: { method: 'GET', path: '/api/files/:id', roles: signedIn },
  carTypePicture: { method: 'GET', path: '/api/car-types/picture', roles: ['anyone'] },
} as const satisfies Routes
export const filesCalls: Calls<typeof filesApi> = filesRoutes

export const bookingPhotosRoutes = {
  upload: { method: 'POST', path: '/api/bookings/:id/photos', roles: ['driver'] },
} as const satisfies Routes
export const bookingPhotosCalls: Calls<typeof bookingPhotosApi> = bookingPhotosRoutes
