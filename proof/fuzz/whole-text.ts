/** Whether it has no lone surrogate; UTF-8 cannot encode one. */
export const isWhole = (text: string): boolean => !/\p{Surrogate}/u.test(text)
