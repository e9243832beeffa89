/**
 * Queries as people type them in Montevideo, with the main text (whole or its beginning) of the expected first
 * suggestion.
 */
export const montevideoQueries: readonly (readonly [typed: string, wanted: RegExp])[] = [
  // as written
  ['18 de julio', /^Avenida 18 de Julio$/],
  ['terminal tres cruces', /^Terminal Tres Cruces$/],
  ['estadio centenario', /^Estadio Centenario$/],
  ['montevideo shopping', /^Montevideo Shopping$/],
  ['mercado del puerto', /^Mercado del Puerto$/],
  ['plaza independencia', /^Plaza Independencia$/],
  ['palacio legislativo', /^Palacio Legislativo$/],
  ['pocitos', /^Pocitos$/],
  ['parque rodo', /^Parque Rod[oó]$/],
  ['21 de setiembre', /21 de Setiembre$/],
  // without accents, with accents, with capitals
  ['bulevar espana', /^Bulevar España$/],
  ['RAMBLA REPUBLICA DEL PERU', /^Rambla República del Perú$/],
  ['teatro solís', /^Teatro Solís$/],
  ['ituzaingo', /^Ituzaingó$/],
  ['facultad de ingenieria', /^Facultad de Ingeniería/],
  // partial words, missing words
  ['18 de jul', /^Avenida 18 de Julio$/],
  ['estadio cent', /^Estadio Centenario$/],
  ['terminal tres cru', /^Terminal Tres Cruces$/],
  ['luis a herrera', /Luis Alberto de Herrera$/],
  ['hospital clinicas', /^Hospital de Clínicas/],
  ['aeropuerto carr', /Aeropuerto.*Carrasco$/],
  ['punta carretas shop', /Punta Carretas/],
  // abbreviations
  ['av italia', /^Avenida Italia$/],
  ['avda. italia', /^Avenida Italia$/],
  ['bv artigas', /^Bulevar General Artigas$/],
  ['bvar. españa', /^Bulevar España$/],
  ['gral flores', /^Avenida General Flores$/],
  ['hosp italiano', /^Hospital Italiano/],
  ['dr luis piera', /^Doctor Luis Piera$/],
  ['rbla rep de mexico', /^Rambla República de México$/],
  // typing and spelling mistakes
  ['treminal tres cruces', /^Terminal Tres Cruces$/],
  ['estadio sentenario', /^Estadio Centenario$/],
  ['bulebar artigas', /^Bulevar General Artigas$/],
  ['agrasiada', /Agraciada$/],
  ['montevieo shoping', /^Montevideo Shopping$/],
  ['pallacio legislativo', /^Palacio Legislativo$/],
  ['canelonez', /^Canelones$/],
  ['punta gordda', /^Punta Gorda$/],
  // joined words
  ['trescruces', /Tres Cruces/],
  ['18dejulio', /^Avenida 18 de Julio$/],
  ['mercadodelpuerto', /^Mercado del Puerto$/],
  ['nuevocentro', /Nuevo ?[Cc]entro/],
  // house numbers
  ['18 de julio 1234', /^Avenida 18 de Julio 1234$/],
  ['av italia 3318', /^Avenida Italia 3318$/],
  ['colonia 1820', /^Colonia 18\d\d$/],
  ['luis alberto de herrera 1290', /^Avenida Luis Alberto de Herrera 1290$/],
  ['21 de setiembre 2345', /21 de Setiembre 23\d\d$/],
  ['julio herrera y obes 1413', /^Julio Herrera y Obes 14\d\d$/],
  ['1234 canelones', /^Canelones 12\d\d$/],
  ['bulebar españa 2500', /^Bulevar España 2[45]\d\d$/],
  // corners
  ['18 de julio y ejido', /^Avenida 18 de Julio y Ejido$/],
  ['ejido y 18 de julio', /^Ejido y Avenida 18 de Julio$/],
  ['18 de julio esq. rio negro', /^Avenida 18 de Julio y Río Negro$/],
  ['bulevar españa & libertad', /^Bulevar España y Libertad$/],
  ['colonia y julio herrera y obes', /^Colonia y Julio Herrera y Obes$/],
  ['canelones esquina paraguay', /^Canelones y Paraguay$/],
  ['8 de octubre y garibaldi', /8 de Octubre y .*Garibaldi$/],
]
