/** The operations and their projects. */
export function Component() {
  return (
    <main className="page" id="contenu">
      <title>Opérations · Palier</title>
      <h1>Opérations</h1>
    </main>
  );
}
