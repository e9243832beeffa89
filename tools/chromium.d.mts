/** The browser that CHROMIUM_PATH names, else an installed one. `whole`: the full browser, not a headless shell. */
export const findChromium: (options?: { readonly whole?: boolean }) => string | undefined
