/** Lets the page answer a touch, and the browser draw, before the next piece of work. */
export const pause = (): Promise<void> => new Promise((done) => setTimeout(done))
