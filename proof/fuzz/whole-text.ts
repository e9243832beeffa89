/** Has it no lone surrogate? What has one is no text: UTF-8 cannot carry it. */
export const isWhole = (text: string): boolean => !/\p{Surrogate}/u.test(text)
