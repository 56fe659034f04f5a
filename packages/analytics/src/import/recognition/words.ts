/**
 * What the words of headings mean, in the languages of the systems that retailers export from (French, English,
 * German, Spanish, Italian, the commonest words of Dutch and Portuguese). Phrases are folded: lower case, no accents,
 * one space between words; a longer phrase is read before the words that it is made of (« mise en vente » is no sale).
 */
export const WORDS = {
  // What is sold
  product:
    'itm, produit, produits, product, style, modele, model, article, item, artikel, articulo, articolo, producto, prodotto, produkt, style color, style colour, material, materiel, handle, modelo, modello, stockcode, stock code, art, code art, code modele, modele coloris, article generique, generic article, parent sku, sku parent, parent, codice art, cod art, cod articulo, cod articolo, vare, varer, vara, artikkel, towar, artigo, artigos, modell',
  reference: 'reference, ref, referenz, referencia, riferimento, codart',
  variant:
    'ugs, sku, variant, variante, ean, ean13, ean 13, upc, gtin, gencod, gencode, barcode, bar code, code barre, code barres, codebarre, codebarres, code a barres, strichcode, codigo de barras, cod barras, cod barra, barras, cod a barre, codice barre, codice a barre, declinaison, code sku, article id taille, ean upc, ean11, isbn',
  size: 'marime, taille, tailles, tai, tam, size, pointure, groesse, grosse, talla, taglia, misura, us size, taille fr, option1 value, maat, tamanho, storrelse, storlek, rozmiar',
  color:
    'couleur, coloris, color, colour, farbe, colore, teinte, colorway, kleur, cor, col, farve, farg, farge, kolor',
  name: 'nom, name, designation, libelle, description, intitule, titre, title, bezeichnung, beschreibung, descripcion, descrizione, denominacion, nombre producto, label, text, wording, desc, omschrijving, descricao, betegnelse, benamning, navn, namn, nazwa, opis, beskrivelse, beskrivning, varenavn',
  brand:
    'marque, brand, griffe, marke, marca, manufacturer, fabricant, hersteller, enseigne, merk, maerke, varumarke, merke, marka',
  section:
    'rayon, section, department, departement, univers, secteur, universe, abteilung, seccion, reparto, division, dept, sparte, rayons',
  family:
    'famille, family, category, categorie, categories, warengruppe, familia, categoria, famiglia, groupe marchandise, merchandise group, product group, groupe de marchandises, class, classe, type, product type, nature article, varegruppe, varugrupp, kategori, kategoria',
  subfamily:
    'sous famille, sub family, subfamily, sous categorie, subcategory, sub category, subclass, sous classe, untergruppe, subfamilia, sottofamiglia, ss famille, sfamille, s famille',
  supplier:
    'fournisseur, supplier, vendor, lieferant, proveedor, fornitore, fourn, frs, fabricante, creditor, leverancier, fornecedor, leverandor, leverantor, dostawca',
  season: 'saison, season, temporada, stagione, millesime, seizoen, epoca, saeson, sasong, sesong, sezon',
  image: 'image, images, photo, picture, visuel, bild, imagen, immagine, image src, url image',
  composition:
    'composition, matiere, fabric, tissu, zusammensetzung, composicion, composizione, doublure, entretien, care, genre, gender, sexe, geschlecht, poids, weight, gewicht, peso, body, html, longueur, largeur, hauteur, pays origine, origine, origin, country of origin, made in, code douanier, hs code, nomenclature, theme, collection, coleccion, collezione, kollektion, drop, ligne produit, silhouette, coupe, motif, grille taille, grille tailles, size grid, grammes, variant grams',
  tags: 'tags, tag, mots cles, etiquettes, keywords',
  launch:
    'mise en vente, 1ere mise en vente, premiere mise en vente, date lancement, lancement, launch, release date, on sale date, first sale date, implantation, date implantation, mise en rayon, erstverkauf, verkaufsstart, date de creation, date creation, creation date, published at, fecha alta, available from, premiere entree, 1ere entree, first receipt, debut de vente, debut vente, debut commercialisation, date de sortie',
  // Money
  price:
    'prezzo pieno, precio completo, volle prijs, voller preis, prix de detail, ppc, ppi, pvmc, prix public conseille, prix conseille, prix, prix origine, prix d origine, original price, px, px vente, px de vente, price, preis, precio, prezzo, pv, pvc, pvp, pvm, rrp, tarif, prix public, prix de vente, prix vente, prix de vente conseille, verkaufspreis, vk, vk preis, uvp, msrp, retail price, selling price, list price, unit price, prix unitaire, pu, pvttc, pvht, pu ttc, regular price, prix initial, prix plein, prix fort, full price, precio venta, prezzo vendita, kbetr, prix catalogue, compare at price, einzelpreis, stueckpreis, prezzo listino, prezzo di listino, precio tarifa, prezzo al pubblico, precio venta publico, retail, regular retail, current retail, target retail, unit retail, initial retail, prix barre, was, now, statt, jetzt, antes, ahora, ancien prix, ancien pv, prix precedent, prix avant, old price, previous price, former price, precio anterior, vecchio prezzo, oude prijs, nouveau prix, nouveau pv, new price, nuovo prezzo, nuevo precio, nieuwe prijs, adviesprijs, actieprijs, consumentenprijs, prezzo scontato, sale price, sales price, angebotspreis, aktionspreis, sonderpreis, alter preis, neuer preis, prix de depart, prijs, verkoopprijs, preco, preco de venda, pris, salgspris, utsalgspris, udsalgspris, forsaljningspris, utpris, cena, vp, vkp, ladenpreis, bruttopreis, orig retail, curr retail, new retail',
  unit: 'unitaire, unit, each, piece unit',
  cost: 'gld preis, gld, gleitender durchschnittspreis, aankoopprijs, coutant, coutant moyen, coutant unitaire, valeur au coutant, prix cession, prix de cession, prix revendeur, prix gros, prix de gros, cout, cost, px achat, px revient, pamp, pmp, cump, pr, pa, prix de revient, prix revient, prix achat, prix d achat, prix dachat, prix de cession, unit cost, cost price, cost per item, wholesale price, purchase price, einkaufspreis, ek, ek preis, einstandspreis, precio coste, coste, costo, prezzo acquisto, landed cost, pri, dpa, av cost, verpr, stprs, buying price, dernier prix achat, pa net, revient, achat, inkoopprijs, custo, kostpris, inkopspris, indkobspris, innkjopspris',
  amount:
    'valoare, vl total, erlos, erloes, gmv, amt, gesamt, summe, ext price, extended price, ext amount, extended amount, extended, ext, montant, mt, mnt, amount, ca, chiffre d affaires, chiffre affaires, revenue, turnover, umsatz, importe, importo, ventas importe, net sales, sales value, sales amount, total line, line total, total ligne, ligne total, total, net amount, montant hors taxe, spend, betrag, fatturato, facturacion, encaisse, valeur vente, valeur ventes, sales retail, ca net, net paye, montant paye, montant net, ventes ca, ventes valeur, ventes montant, ca realise, umsatz brutto, gross sales, subtotal, sous total, ca brut, gross amount, montant brut, ventes brutes, bedrag, omzet, faturacao, belob, belopp, omsaetning, omsattning, omsetning, wartosc, kwota, incasso',
  /** Amounts and prices before what is taken off them. */
  partial:
    'prezzo pieno, precio completo, volle prijs, voller preis, full price, prix plein, compare at price, compare at, prix barre, was, statt, antes, prix de depart, prix origine, prix d origine, original price, before markdown, avant solde, avant soldes, avant demarque, avant promo, gross sales, subtotal, sous total, ca brut, gross amount, montant brut, ventes brutes, avant remise, before discount, orig retail',
  /** What a price was before it changed. */
  former:
    'ancien prix, ancien pv, prix precedent, prix avant, old price, previous price, former price, alter preis, precio anterior, vecchio prezzo, oude prijs',
  /** What was planned, or was before: never what happened. */
  planned:
    'budget, budgete, objectif, objectifs, obj, plan, planned, n 1, ly, last year, a 1, an dernier, annee precedente, prior year, py, vorjahr, vj, ano anterior, anno precedente, vs n 1, vs ly, ecart, evol, evolution, variation, var, umsatz vorjahr',
  /** Since the start of a month or a year: never what a row adds. */
  cumulated:
    'cumul, cumule, cumulee, cumules, cumulees, cumulative, ytd, mtd, year to date, month to date, kumuliert, acumulado, acumulada, progressivo, cumulato, depuis le debut',
  /** What was there before what a file counts. */
  opening:
    'veille, stock veille, stock initial, initial stock, stock debut, stock de debut, opening stock, stock ouverture, anfangsbestand, stock inicial, giacenza iniziale',
  tax: 'tps, tvq, tvh, gst, hst, btw, tva, vat, taxe, taxes, mwst, iva, ust, tax, code tva, taux tva, moms, mva',
  incl: 'cu tva, c iva, com iva, mit mwst, tvac, ttc, incl, tax incl, tax included, inc vat, incl vat, inc tax, incl tax, vat included, tva incluse, brutto, inkl mwst, iva incluida, iva inclusa, lordo, con iva, including tax, t t c, incltax, gross, iva incl, tva incl, vat incl, mwst incl, inkl ust, incl tva, con iva incl, com iva, btw incl, incl btw, inkl moms, incl moms, med moms, ink moms, inkl mva, inkl',
  excl: 'fara tva, avant taxes, avant taxe, avant tax, before tax, before taxes, pre tax, pretax, excl btw, exclusief btw, btw excl, zonder btw, htva, s iva, sem iva, tvac excl, ht, net amount, net price, net value, montant hors taxe, excl, tax excl, tax excluded, ex vat, ex tax, excl vat, excl tax, hors taxe, hors taxes, hors tva, netto, ohne mwst, sin iva, base imponible, iva esclusa, senza iva, imponibile, h t, excluding tax, exvat, ekskl moms, exkl moms, excl moms, eks moms, uden moms, utan moms, exkl, ekskl',
  discount:
    'remise, demarque, rabais, discount, discounted, reduction, reduit, reduite, reduced, remisee, soldee, barree, rabatt, reduziert, descuento, rebajado, rebaja, oferta, sconto, scontato, saldo, saldi, ribassato, actieprijs, prezzo scontato, markdown, marked down, promo, promotion, promotionnel, promotional, solde, soldes, apres remise, code promo, clearance, sale price, now, jetzt, ahora, angebotspreis, aktionspreis, sonderpreis, rabat, new retail',
  percent: 'pct, pourcentage, percent, taux, prozent, rate, pc',
  margin: 'marge, margin, marge brute, spanne, margen, margine, profit, taux de marque, coefficient, coef',
  currency:
    'devise, currency, monnaie, waehrung, wahrung, divisa, moneda, valuta, waers, eur, euro, euros, chf, gbp, usd',
  exchange:
    'taux de change, taux change, exchange rate, fx rate, fx, cours, cours de change, wechselkurs, kurs, tipo de cambio, tasso di cambio, kursf',
  list: 'liste de prix, liste prix, price list, pricelist, code tarif, grille tarifaire, tarif code, preisliste, lista de precios, listino, tarifa, type de prix, type prix, price type, nature de prix, canal de vente prix, kschl, zone de prix, zone prix, price zone, zone, zona',
  // Units
  qty: 'cantitate, cantitati, bucati, qtde, qtde vendida, metrage, anz, quantite, quantites, qte, qt, qtes, qty, quantity, quantities, units, unites, unite, pieces, pcs, pce, nb, nombre, volume, menge, stueck, stuck, cantidad, cant, uds, unidades, quantita, pezzi, pz, anzahl, menge stk, count, q ta, qta, ctd, antal, aantal, quantidade, qtd, antall, ilosc, pezzo',
  stock:
    'en main, qte en main, quantite en main, endbestand, schlussbestand, eindvoorraad, saldo final, oh, oh qty, oh qte, soh qte, oh valeur, stock, stocks, on hand, onhand, soh, stock on hand, bestand, lagerbestand, existencias, giacenza, giacenze, esistenza, esistenze, stock physique, stock disponible, disponible, dispo, available, inventory quantity, inventory qty, physique, stock reel, stock theorique, stk, stock magasin, stock qte, qte stock, stock fin, stock actuel, current stock, available physical, labst, existencia, stock final, closing stock, stock cloture, stock fin de mois, stock fin de semaine, stock libre, inventory, inventaire, stock total, stock dispo, variant inventory qty, utilisation libre, util libre, a utilisation libre, unrestricted, unrestricted use, frei verwendbar, existencias totales, giacenza attuale, voorraad, lagerantal, lagersaldo, beholdning, lagerbeholdning, stan magazynowy, stock compte, stock inventorie',
  sold: 'sell out, sellout, sls, vendu, vendue, vendus, vendues, sold, verkauft, vendida, vendidas, venduta, vendute, ventes, vente, sales, sale, verkauf, verkaeufe, verkaufe, ventas, venta, vendite, vendita, sorties, purchases, facture, facturee, facturees, factures, invoiced, fakturiert, livree client, absatz, abverkauf, abverk, salida, verkoop, verkocht, venda, vendas, solgt, salg, forsaljning, sald, salda, sprzedaz, sprzedaze, sprzedazy, sld',
  returned:
    'retourniert, zuruckgeschickt, rtn, retour, retours, returns, return, returned, retournee, refund, refunded, rembourse, avoir, retoure, devolucion, resi, reso, annule, retouren, retur, returer, returneret, ruckgabe, rueckgabe, erstattung, refundering, zwrot',
  remaining:
    'oo, oo qte, open, offen, balance due, balance qty, balance, reste a livrer, reliquat, restant du, reste a recevoir, rar, ral, on order, en commande, open order, open qty, open quantity, a livrer, restant, en cours commande, encours, offen, offene menge, pendiente, da ricevere, residua, residuo, inevasa, qty on order, outstanding',
  ordered:
    'pedida, pedidas, pedidos, besteld, bestelde, voororder, voororders, zamowione, bestelldatum, orderdate, commande, commandes, cdee, cdees, commandee, commandees, order, orders, ordered, bestellt, bestellung, pedido, pedidos, ordine, ordini, ordinata, ouvert, a recevoir, in ordine, achat fournisseur, commande fournisseur, commande achat, appro, reassort, bestilt, bestalld, zamowienie',
  expected:
    'fecha recepcion esperada, fecha recepcion, fecha de recepcion, data ricezione prevista, fecha prevista, data prevista, in dc, into dc, dc date, in warehouse, in dc date, in warehouse date, ankunft, llegada, arrivo, livraison, livre, date prevue, delivery, delivery date, eta, arrival, arrivee, liefertermin, lieferdatum, wunschtermin, entrega, fecha entrega, consegna, data consegna, attendu, attendue, attendus, prevue le, date attendue, reception prevue, expected, due date, requested date, need by, not before, not after, date reception, reception, receptions, date d entree, date entree, date entree stock, date entree en stock, entry date, eingangsdatum, zugangsdatum, fecha entrada, fecha de entrada, data ingresso, arrivage, in store date, echeance, eindt, due, wareneingang, date liv, liv, ship date, expected receipt date, expected receipt, receipt date, planned receipt date, promised date, promised receipt date, required date, scheduled delivery date, leverdatum, data de entrega, leveringsdato, leveransdatum, leveransdag, dostawa, ex factory, exfactory, ex factory date, ship window',
  forecast:
    'prevision, previsions, forecast, forecasts, prevu, prevue, prevues, demande, demande prevue, demand, prognose, absatzprognose, previsione, previsioni, prevision ventes, pronostico, projection, base units, ventes prevues, expected sales, predicted, predicted units, demand plan, absatzplan',
  elasticity: 'elasticite, elasticity, elasticite prix, price elasticity, elastizitat',
  /** What is there, of which some may be promised. */
  physical:
    'en main, qte en main, quantite en main, physique, stock physique, on hand, onhand, soh, stock on hand, physical, available physical, fisico, stock fisico, fisica, bestand physisch, stock reel, reel, oh, stock compte, stock inventorie, comptee, compte, counted, gezahlt, contado, contato',
  reserved:
    'reserve, reservee, reserves, reserved, committed, transit, en transit, in transit, unavailable, incoming, mini, minimum, min, maxi, maximum, max, securite, safety, seuil, bloque, blocked, reappro, a recevoir magasin, reserviert, stock mini, stock maxi, qte reservee, alerte, alert, cible, ideal, optimal, tampon, buffer, plancher, plafond',
  value:
    'valeur, value, wert, valor, valore, valorisation, valorise, valeur stock, stock value, bestandswert',
  received:
    'fulfilled received, quantity fulfilled received, qty received, geleverd, geleverde, geliefert, gelieferte, recibida, recibidas, sell in, sellin, recu, recue, recues, receptionne, receptionnee, received, delivered, wareneingang menge, recibido, ricevuto, ricevuta, evasa, evaso, consegnata, wemng, livree',
  // When
  date: 'data sprzedazy, data transakcji, data paragonu, data operazione, data registrazione, data emissione, dt, biz dt, business dt, date, datum, fecha, data, jour, day, tag, dia, giorno, dat, operation date, mouvement date, date piece, horodatage, timestamp, created at, paid at, date time, datetime, invoicedate, invoice date, date heure, transaction date, trans date, business date, posting date, date comptable, journee, belegdatum, buchungsdatum, verkaufsdatum, budat, date de vente, date vente, date ticket, date facture, date caisse, date de caisse, sale date, sales date, billing date, date facturation, day date, bestelldatum, orderdate, data doc, data documento, data vendita, data scontrino, fecha venta, fecha ticket, bondatum, dato, dte, stichtag',
  /** When a record was last touched: of no sale. */
  updated:
    'date modification, date de modification, date modif, modification, modified, modified at, last modified, updated, updated at, last updated, date maj, maj, mise a jour, date mise a jour, derniere modification, aenderungsdatum, fecha modificacion, data modifica',
  week: 'semaine, week, woche, semana, settimana, sem, wk, kw, week ending, week start, wkend, wkenddate, wk end, wk ending, wkending, we date, semaine du, semaine iso, week of, no semaine, numero semaine, lundi, fiscal week, fiscal wk, week fiscal, semaine fiscale, semaine commerciale, semaine comptable, semaine retail, semaine d exercice, retail week, trading week, accounting week, uge, vecka, uke, tydzien',
  month:
    'mois, month, monat, mes, mese, periode, period, annee, year, exercice, trimestre, quarter, jahr, annee mois, fiscal period, periode fiscale, periode comptable, retail period, trading period, accounting period, fiscal month, mois fiscal, retail month, fiscal year, annee fiscale, exercice fiscal, retail year, trading year, fy, maned, manad, miesiac',
  time: 'heure, time, hour, uhrzeit, hora, ora',
  from: 'applicable au, applicable, applicable le, geldig vanaf, vanaf, ingangsdatum, valido dal, valido da, valido desde, vigente desde, date debut, debut, valid from, a partir du, date effet, d effet, effet, date application, application, from, from date, start, start date, begin, gueltig ab, gultig ab, ab, desde, fecha inicio, inizio, data inizio, dal, valable du, valide du, du, effective date, effective, datab, date de debut, debut validite, debut de validite, date debut validite, start of validity, validity start, en vigueur, date d effet, date prix, date tarif, debut tarif, gultig von',
  to: 'date fin, fin, valid to, jusqu au, jusqu, end, end date, to, to date, until, gueltig bis, gultig bis, bis, hasta, fecha fin, data fine, fine, al, au, datbi, date de fin, fin validite, fin de validite, date fin validite, expiry, peremption, date peremption, date de peremption, dluo, dlc, ddm, best before, mhd, gultig bis zum',
  // Where
  place:
    'magazin, magazinul, succ, str, magasin, magasins, mag, code mag, store, shop, boutique, point de vente, pdv, pos, location, lieu, site, etablissement, etab, filiale, branch, tienda, negozio, punto vendita, code pdv, ets, outlet, succursale, sucursal, werk, plant, werks, loc, agence, location code, store number, filialnummer, shopname, boutiques, corner, enseigne magasin, filiaal, winkel, loja, butik, butikk, sklep, whlo, fil, fil nr',
  warehouse:
    'inventory code, code inventaire, entrepot, depot, warehouse, lager, lagerort, almacen, magazzino, lgort, dc, distribution center, emplacement, plateforme, magazijn, armazem',
  channel: 'canal, channel, kanal, canale, source, web, sales channel',
  city: 'poblacion, localidad, ville, city, stadt, ciudad, citta, commune, town, ort, localite',
  country: 'pays, country, land, pais, paese, code pays',
  address:
    'c p, n telefono, telefono, direccion, franquiciado, adresse, address, rue, street, strasse, direccion, indirizzo, code postal, zip, postal, postcode, cp, plz, telephone, tel, phone, latitude, longitude, lat, lon, region, directeur, responsable, manager, horaires',
  surface:
    'surface, surface m2, m2, sqm, sales area, format, cluster, concept, ouverture, date ouverture, opening date, type magasin, store type, date fermeture, surface vente, nb vendeurs, verkaufsflache, flache, eroffnet, eroffnet am, eroffnung, eroffnungsdatum, abierto, apertura',
  // Papers
  receipt:
    'n facture, n de facture, n ticket, n de ticket, n piece, ticket, tickets, receipt, bon, kassenbon, bonnummer, numero ticket, transaction, no transaction, transaction id, facture no, no facture, numero facture, num facture, invoice, invoiceno, invoice no, piece, numero piece, no piece, num piece, numero de piece, beleg, belegnummer, rechnung, scontrino, factura, document, no document, receiptid, basket, panier, mblnr, billing document, vbeln, operation, trans no, trans number, trans id, no trans, bon no, bonnr, fatura, bilag, kvittering, kvitto, paragon, trn',
  line: 'ligne, line, line no, numero ligne, no ligne, num ligne, position, posten, zeile, linea, riga, line id, linenum, rang, seq',
  order_no:
    'no commande, numero commande, numero de commande, num commande, order number, order no, order id, po number, no po, bestellnummer, numero pedido, numero ordine, ebeln, ebelp, ordernumber, order name, commande no, purchase order number, po, purchase order, cde, no cde, num cde, cde fournisseur',
  customer:
    'client, customer, clients, customer id, kunde, kundennummer, cliente, email, e mail, carte fidelite, fidelite, loyalty, billing, shipping, acheteur, buyer, tiers, membre, billing name, shipping name, shipping city, kund',
  payment:
    'paiement, payment, mode de paiement, reglement, zahlung, pago, pagamento, financial status, payment method, card, gateway, tender, fulfillment, fulfilled at, fulfillment status',
  till: 'caisse, vendeur, vendeuse, caissier, cashier, till, register, kasse, verkaeufer, terminal, salesperson, pos terminal, cajero, conseiller',
  cancelled: 'void, voided, storno, statut, status, etat, state, annulation, cancelled',
  phase: 'phase, phases, demarque 1, demarque 2, demarque 3',
} as const;

/** What a heading speaks of. */
export type Concept = keyof typeof WORDS | 'code';

/** Words that name a thing by its code. */
export const CODE_WORDS =
  'code, cd, id, identifiant, num, numero, number, nummer, nr, codigo, codice, no, n, key, cle, matricule, iden, nbr, kod, cod';

/**
 * What old systems shorten words to when they write them as one (`QTVTE`, `CDMAG`): read so where the whole word is made
 * of them and of words that we know.
 */
export const SHORT_WORDS: Readonly<Record<string, string>> = {
  ...{ cd: 'code', cod: 'code', no: 'numero', nu: 'numero', num: 'numero', id: 'code' },
  ...{ dt: 'date', dat: 'date', qt: 'qte', qte: 'qte', qty: 'qty', mt: 'montant', mnt: 'montant' },
  ...{ px: 'prix', pri: 'prix', lb: 'libelle', lib: 'libelle', des: 'designation', desc: 'description' },
  ...{ art: 'article', mod: 'modele', ref: 'reference', tail: 'taille', tai: 'taille', coul: 'couleur' },
  ...{ col: 'coloris', fam: 'famille', ray: 'rayon', sai: 'saison', four: 'fournisseur', frn: 'fournisseur' },
  ...{ mag: 'magasin', etab: 'etablissement', etb: 'etablissement', dep: 'depot', pdv: 'magasin' },
  ...{ vte: 'vente', vnt: 'vente', vdu: 'vendue', fact: 'facturee', stk: 'stock', cde: 'commande' },
  ...{ liv: 'livraison', tick: 'ticket', tck: 'ticket', lig: 'ligne', cli: 'client', dev: 'devise' },
  ...{ deb: 'debut', fin: 'fin', ttc: 'ttc', ht: 'ht', rem: 'remise', tarif: 'tarif', ca: 'ca' },
  // IBM's five or six letters: `TRNDTE`, `SKUNBR`, `EXTRTL`.
  ...{
    trn: 'transaction',
    dte: 'date',
    nbr: 'number',
    sld: 'sold',
    rtl: 'retail',
    cst: 'cost',
    sty: 'style',
  },
  ...{
    whs: 'warehouse',
    vnd: 'vendor',
    siz: 'size',
    clr: 'color',
    prc: 'price',
    ord: 'order',
    loc: 'location',
  },
};

/** Words that say nothing by themselves. */
export const LINK_WORDS =
  'lineitem, d, de, du, des, l, la, le, les, en, et, a, au, of, the, for, per, par, der, die, das, von, pro, del, el, di, il, lo, and, und, y, e, sur, pour, in, by, eur, euro, euros, total, net, nette, nets, brut, libre, semestre, stk, usd, gbp, chf, chaine';

/** Words that mean what they say when they are the whole heading alone: « Stock au 31/12 » has no end date. */
export const WHOLE_WORDS =
  'au, du, al, to, from, ab, bis, dal, desde, hasta, balance, oo, oh, open, reel, plan, var, summe, end, end date, data, no, n, le, type, class, classe, text, format, source, web, count, region, parent, status, etat, was, now, statt, jetzt, antes, ahora, saldo, oferta';
