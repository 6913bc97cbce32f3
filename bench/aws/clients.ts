/** The records of `clientsSheet`, as the flow sends them. */
export const newClients = (from: number, rows: number): readonly object[] =>
  Array.from({ length: rows }, (_, at) => {
    const number = String(from + at + 1).padStart(7, '0');
    return {
      name: `Müller, Zoë ${number}`,
      email: `person-${number}@cost.example`,
      cellPhone: `0170 ${number}`,
      username: `cost-${number}`,
      langCode: 'de',
    };
  });
