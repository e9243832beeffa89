/**
 * Every word of a row begins with its load, so that a search reads nothing of the other loads in the index: their
 * number does not make it slower. `setUpGeo` has the same rule in `geo.words_of_load`.
 * @param query a tsquery with each word in quotes
 */
export const lexemesOfLoad = (load: string, query: string): string => query.replaceAll(/'([^']+)'/g, `'${load}~$1'`)
