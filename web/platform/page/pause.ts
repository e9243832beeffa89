/** Yields to the browser, so that it can paint and handle input before the next piece of work. */
export const pause = (): Promise<void> => new Promise((done) => setTimeout(done))
