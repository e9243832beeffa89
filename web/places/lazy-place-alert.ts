import { lazyPart } from '../platform/lazy-part.tsx'

/** A dialog that is hardly ever seen need not be on the first page. */
export const PlaceAlert = lazyPart(async () => (await import('./PlaceAlert.tsx')).PlaceAlert)
