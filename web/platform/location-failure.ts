/** 1: the reader or the browser denies access */
export const isDenied = (error: unknown): boolean => (error as GeolocationPositionError).code === 1

/** The message for a reader when the browser gives no position. */
export const locationFailure = (error: unknown) => (isDenied(error) ? 'allow_location' : 'location_not_found')
