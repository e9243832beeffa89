/** The browser that CHROMIUM_PATH names, else an installed one. `whole`: no headless shell. */
export const findChromium: (options?: { readonly whole?: boolean }) => string | undefined
