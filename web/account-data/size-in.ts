/** A file's size in kilobytes, from a megabyte on in megabytes: "12 kB", "1.4 MB". */
export const sizeIn = (language: string, bytes: number): string => {
  const [unit, count] =
    bytes < 1e6 ? (['kilobyte', Math.max(1, bytes / 1e3)] as const) : (['megabyte', bytes / 1e6] as const)
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit,
    maximumFractionDigits: unit === 'kilobyte' ? 0 : 1,
  }).format(count)
}
