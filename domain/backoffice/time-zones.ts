/** Zones that the time zone database renamed, old name and present one. Browsers and Node still list the old names. */
const renamed: readonly (readonly [old: string, present: string])[] = [
  ['Africa/Asmera', 'Africa/Asmara'],
  ['America/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
  ['America/Catamarca', 'America/Argentina/Catamarca'],
  ['America/Coral_Harbour', 'America/Atikokan'],
  ['America/Cordoba', 'America/Argentina/Cordoba'],
  ['America/Godthab', 'America/Nuuk'],
  ['America/Indianapolis', 'America/Indiana/Indianapolis'],
  ['America/Jujuy', 'America/Argentina/Jujuy'],
  ['America/Louisville', 'America/Kentucky/Louisville'],
  ['America/Mendoza', 'America/Argentina/Mendoza'],
  ['Asia/Calcutta', 'Asia/Kolkata'],
  ['Asia/Katmandu', 'Asia/Kathmandu'],
  ['Asia/Rangoon', 'Asia/Yangon'],
  ['Asia/Saigon', 'Asia/Ho_Chi_Minh'],
  ['Atlantic/Faeroe', 'Atlantic/Faroe'],
  ['Europe/Kiev', 'Europe/Kyiv'],
  ['Pacific/Enderbury', 'Pacific/Kanton'],
  ['Pacific/Ponape', 'Pacific/Pohnpei'],
  ['Pacific/Truk', 'Pacific/Chuuk'],
]

/**
 * A name of the time zone database, such as America/Montevideo, with its links, or UTC. Offsets and abbreviations,
 * which `Intl` accepts too, are refused: PostgreSQL reads +02:00 with the opposite sign, and IST or CET as other fixed
 * offsets [design/money-84].
 */
export const isTimeZone = (zone: string): boolean => {
  if (zone !== 'UTC' && !/^(?!SystemV\/)[A-Z][\w+-]*\/[\w+/-]+$/i.test(zone)) return false
  try {
    return new Intl.DateTimeFormat(undefined, { timeZone: zone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** The present name of a zone where this browser or server knows it, else the given one. */
export const presentZone = (zone: string): string => {
  const present = renamed.find(([old]) => isSame(old, zone))?.[1]
  return present !== undefined && isTimeZone(present) ? present : zone
}

/** The zones of a list to choose from, by their present names. */
export const zonesOffered = (): string[] => [...new Set(Intl.supportedValuesOf('timeZone').map(presentZone))].toSorted()

/**
 * The given name of a zone, then the other names that this process knows: a database may lack the old ones or, if it is
 * older, the present one.
 */
export const namesOfZone = (zone: string): string[] => [
  zone,
  ...(renamed.find((names) => names.some((name) => isSame(name, zone))) ?? []).filter(
    (name) => !isSame(name, zone) && isTimeZone(name),
  ),
]
